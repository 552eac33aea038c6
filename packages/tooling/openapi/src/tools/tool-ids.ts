import { unusedName } from '@toolwire/internal';
import { cutName, pascalCase } from '../reader/operation-names.ts';

// MCP clients add the server's name as a prefix, and some cut the result at 64 characters.
const maxLength = 48;
const maxToolkitLength = 20;

/** Returns the name of a toolkit: the option, or the first words of the title of the API. */
export function toolkitName(option: string | undefined, title: string): string {
  if (option !== undefined) return option;
  const words = title.split(/[^A-Za-z0-9]+/u);
  const lastFittingIndex = words.findLastIndex(
    (_, index) => pascalCase(words.slice(0, index + 1).join(' ')).length <= maxToolkitLength,
  );
  // If even the first word is too long, the whole title is used and cut.
  return pascalCase(words.slice(0, lastFittingIndex + 1).join(' ') || title).slice(0, maxToolkitLength);
}

/**
 * Creates the IDs of a toolkit's tools. A repeated ID gets a number: the names of operations are unique, but the names that a document sets
 * for tools, and the names after they are cut, may repeat.
 */
export function createToolIds(toolkit: string): (name: string) => string {
  const usedIds = new Set<string>();
  return (operationName) => {
    const maxNameLength = Math.max(16, maxLength - toolkit.length - 1);
    const name = cutName(pascalCase(operationName), maxNameLength);
    const id = unusedName(`${toolkit}.${name}`, (other) => usedIds.has(other.toLowerCase()));
    usedIds.add(id.toLowerCase());
    return id;
  };
}
