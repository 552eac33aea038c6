import { createHash } from 'node:crypto';
import { pascalCase as joinWords, unusedName } from '@toolwire/internal';

/** Creates names for operations, such as `ListPets`. They are unique, and the same for the same document. */
export function createOperationNames(): (id: string) => string {
  const used = new Set<string>();
  const isUsed = (name: string) => used.has(name.toLowerCase());
  return (id) => {
    const plainName = pascalCase(withoutInnerVariables(id));
    // Numbered, because some documents have an operation ID more than twice.
    const name = isUsed(plainName) ? unusedName(`${plainName}_${hashOf(id)}`, isUsed, '_') : plainName;
    used.add(name.toLowerCase());
    return name;
  };
}

/** Shortens the method and path of an operation without an operation ID: removes the variables in the middle of the path. */
function withoutInnerVariables(id: string): string {
  return /^[a-z]+ \//u.test(id) ? id.replaceAll(/\/\{[^{}]*\}(?=\/)/gu, '') : id;
}

/** Cuts a name to a length. Its end is a hash of the whole name, so that two long names stay different. */
export function cutName(name: string, length: number): string {
  return name.length <= length ? name : `${name.slice(0, length - hashLength - 1)}_${hashOf(name)}`;
}

const hashLength = 6;

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, hashLength);
}

/** Joins the words of a text to a name that starts with a letter: `get /pets/{id}` becomes `GetPetsId`. */
export function pascalCase(text: string): string {
  const joined = joinWords(text);
  return /^[A-Za-z]/u.test(joined) ? joined : `Operation${joined}`;
}
