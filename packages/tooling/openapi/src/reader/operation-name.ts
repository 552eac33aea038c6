import { createHash } from 'node:crypto';
import { pascalCase as joinWords } from '@toolwire/internal';

/** Names for operations, such as `ListPets`: the same for the same document, and each once. */
export function createOperationNames(): (id: string) => string {
  const taken = new Set<string>();
  return (id) => {
    const plain = pascalCase(withoutInnerVariables(id));
    const longer = `${plain}_${hashOf(id)}`;
    let name = taken.has(plain.toLowerCase()) ? longer : plain;
    // Some documents have an operation ID more than twice.
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${longer}_${count}`;
    taken.add(name.toLowerCase());
    return name;
  };
}

/** The method and the path of an operation without an operation ID, without the variables inside of the path, which would make the name long. */
function withoutInnerVariables(id: string): string {
  return /^[a-z]+ \//u.test(id) ? id.replaceAll(/\/\{[^{}]*\}(?=\/)/gu, '') : id;
}

/** A name cut to a length. Its end is a hash of the whole name, so that two long names stay different. */
export function cutName(name: string, length: number): string {
  return name.length <= length ? name : `${name.slice(0, length - hashLength - 1)}_${hashOf(name)}`;
}

const hashLength = 6;

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, hashLength);
}

/** A name of words, joined: `get /pets/{id}` becomes `GetPetsId`. It begins with a letter. */
export function pascalCase(text: string): string {
  const joined = joinWords(text);
  return /^[A-Za-z]/u.test(joined) ? joined : `Operation${joined}`;
}
