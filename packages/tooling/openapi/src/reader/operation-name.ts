import { createHash } from 'node:crypto';

/** Names for operations, such as `ListPets`: the same for the same document, and each once. */
export function createOperationNames(): (id: string) => string {
  const taken = new Set<string>();
  return (id) => {
    const plain = pascalCase(id);
    const longer = `${plain}_${hashOf(id)}`;
    let name = taken.has(plain.toLowerCase()) ? longer : plain;
    // Some documents have an operation ID more than twice.
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${longer}_${count}`;
    taken.add(name.toLowerCase());
    return name;
  };
}

/** A name cut to a length. Its end is a hash of the whole name, so that two long names stay different. */
export function cutName(name: string, length: number): string {
  return name.length <= length ? name : `${name.slice(0, length - hashLength - 1)}_${hashOf(name)}`;
}

const hashLength = 6;

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, hashLength);
}

/** Words of letters and digits, joined: `get /pets/{id}` becomes `GetPetsId`. */
export function pascalCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/u).filter((word) => word !== '');
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Za-z]/u.test(joined) ? joined : `Operation${joined}`;
}
