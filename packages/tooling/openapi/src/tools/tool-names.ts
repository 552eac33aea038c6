import { cutName, pascalCase } from '../reader/operation-name.ts';

// MCP clients put the name of a server in front, and some cut the whole at 64 characters.
const maxLength = 48;
const maxToolkitLength = 20;

/** The name of a toolkit: the option, or the first words of the title of the API. */
export function toolkitName(option: string | undefined, title: string): string {
  if (option !== undefined) return option;
  const words = title.split(/[^A-Za-z0-9]+/u);
  const fitting = words.findLastIndex(
    (_, index) => pascalCase(words.slice(0, index + 1).join(' ')).length <= maxToolkitLength,
  );
  return pascalCase(words.slice(0, fitting + 1).join(' ') || title).slice(0, maxToolkitLength);
}

/** IDs of tools, each once. */
export function createToolIds(toolkit: string): (name: string) => string {
  const taken = new Set<string>();
  return (given) => {
    const room = Math.max(16, maxLength - toolkit.length - 1);
    const name = cutName(pascalCase(given), room);
    let id = `${toolkit}.${name}`;
    for (let count = 2; taken.has(id.toLowerCase()); count++) id = `${toolkit}.${name}${count}`;
    taken.add(id.toLowerCase());
    return id;
  };
}
