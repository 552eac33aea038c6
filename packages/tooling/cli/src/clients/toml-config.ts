import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@toolwire/internal';
import { type ConfigFormat, UnreadableConfig } from './mcp-client.ts';
import { type Line, readLines, readToml } from './read-toml.ts';

/** A TOML file with a table for each server. Everything else is preserved. */
export function tomlConfig(member: string): ConfigFormat {
  const blocksOf = (lines: readonly Line[]): ReadonlyMap<string, Block> => {
    const blocks = new Map<string, Block>();
    for (const [index, { header }] of lines.entries()) {
      const [first, name] = header ?? [];
      if (first !== member || name === undefined) continue;
      const end = endOfBlock(lines, index);
      const earlier = blocks.get(name);
      if (
        earlier !== undefined &&
        earlier.end !== index &&
        lines.slice(earlier.end, index).some((line) => line.header)
      ) {
        throw new UnreadableConfig(`the tables of ${member}.${name} are not next to each other`);
      }
      blocks.set(name, { start: earlier?.start ?? index, end });
    }
    return blocks;
  };
  return {
    servers: (text) => new Map(Object.entries(serversIn(readToml(text), member))),
    withServer(text, name, entry) {
      const before = readToml(text);
      const lines = readLines(text);
      const isInline = ({ key }: Line): boolean =>
        key?.[0] === member && (key.length === 1 || (key.length === 2 && key[1] === name));
      if (lines.some(isInline)) {
        throw new UnreadableConfig(`its ${member} must be in separate tables, such as [${member}.${name}]`);
      }
      const after = write(text, lines, blocksOf(lines).get(name), [name, entry]);
      // The lines were found with patterns, so the parser verifies the result.
      const { [name]: _earlier, ...others } = serversIn(before, member);
      const servers = entry === undefined ? others : { ...others, [name]: entry };
      const parsed = readToml(after);
      if (
        !isDeepStrictEqual(serversIn(parsed, member), servers) ||
        !isDeepStrictEqual({ ...parsed, [member]: 0 }, { ...before, [member]: 0 })
      ) {
        throw new UnreadableConfig(`the table of ${member}.${name} could not be found reliably`);
      }
      return after;
    },
  };

  function write(
    text: string,
    lines: readonly Line[],
    block: Block | undefined,
    [name, entry]: readonly [string, object | undefined],
  ): string {
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    const newLines =
      entry === undefined
        ? []
        : [`[${member}.${name}]`, ...Object.entries(entry).map(([key, value]) => `${key} = ${writeValue(value)}`)];
    if (block !== undefined) {
      const texts = lines.map((line) => line.text);
      texts.splice(block.start, block.end - block.start, ...newLines);
      return texts.join(eol);
    }
    if (entry === undefined) return text;
    const body = text.replace(/\s*$/, '');
    return `${body === '' ? '' : `${body}${eol}${eol}`}${newLines.join(eol)}${eol}`;
  }
}

function serversIn(root: Readonly<Record<string, unknown>>, member: string): Readonly<Record<string, unknown>> {
  const servers = root[member];
  return isObject(servers) ? servers : {};
}

/** The lines of a server: from its header to the last line with content before the next table. */
interface Block {
  readonly start: number;
  readonly end: number;
}

function endOfBlock(lines: readonly Line[], start: number): number {
  const next = lines.findIndex(({ header }, index) => index > start && header !== undefined);
  let end = next < 0 ? lines.length : next;
  // Comments above the next table belong to that table.
  while (end > start + 1 && /^\s*(?:#.*)?$/.test(lines[end - 1]?.text ?? '')) end -= 1;
  return end;
}

/** JSON strings and lists of strings are also valid TOML. */
function writeValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeValue).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{ ${Object.entries(value)
      .map(([key, inner]) => `${JSON.stringify(key)} = ${writeValue(inner)}`)
      .join(', ')} }`;
  }
  return JSON.stringify(value);
}
