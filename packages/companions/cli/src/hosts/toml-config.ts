import type { ConfigFormat } from './config-format.ts';
import { type Line, readHeaders } from './toml-headers.ts';
import { UnreadableConfig } from './unreadable-config.ts';

/** A file of TOML with a table for each server. Only such tables are read and written; all else stays as it is. */
export function tomlConfig(member: string): ConfigFormat {
  const blocksOf = (lines: readonly Line[]): ReadonlyMap<string, Block> => {
    const blocks = new Map<string, Block>();
    for (const [at, { header }] of lines.entries()) {
      const [first, name] = header ?? [];
      if (first !== member || name === undefined) continue;
      const end = endOfBlock(lines, at);
      const known = blocks.get(name);
      if (known !== undefined && known.end !== at && lines.slice(known.end, at).some((line) => line.header)) {
        throw new UnreadableConfig(`the tables of ${member}.${name} do not stand together`);
      }
      blocks.set(name, { start: known?.start ?? at, end });
    }
    return blocks;
  };
  return {
    servers(text) {
      const lines = readHeaders(text);
      return new Map(
        [...blocksOf(lines)].map(([name, { start, end }]) => [
          name,
          Object.fromEntries(
            lines.slice(start + 1, end).flatMap((line) => {
              const [, key, value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line.text) ?? [];
              return key === undefined ? [] : [[key, readValue(value ?? '')] as const];
            }),
          ),
        ]),
      );
    },
    withServer(text, name, form) {
      const eol = text.includes('\r\n') ? '\r\n' : '\n';
      const lines = readHeaders(text);
      if (lines.some(({ isKeyOf }) => isKeyOf === member)) {
        throw new UnreadableConfig(`its ${member} do not stand in tables of their own, such as [${member}.${name}]`);
      }
      const block = blocksOf(lines).get(name);
      const texts = lines.map((line) => line.text);
      const written =
        form === undefined
          ? []
          : [`[${member}.${name}]`, ...Object.entries(form).map(([key, value]) => `${key} = ${write(value)}`)];
      if (block !== undefined) {
        texts.splice(block.start, block.end - block.start, ...written);
        return texts.join(eol);
      }
      if (form === undefined) return text;
      const body = text.replace(/\s*$/, '');
      return `${body === '' ? '' : `${body}${eol}${eol}`}${written.join(eol)}${eol}`;
    },
  };
}

/** The lines of a server: from its header to the last that says something before the next one. */
interface Block {
  readonly start: number;
  readonly end: number;
}

function endOfBlock(lines: readonly Line[], start: number): number {
  const next = lines.findIndex(({ header }, at) => at > start && header !== undefined);
  let end = next < 0 ? lines.length : next;
  // What stands above the next table is about that.
  while (end > start + 1 && /^\s*(?:#.*)?$/.test(lines[end - 1]?.text ?? '')) end -= 1;
  return end;
}

/** JSON strings are strings of TOML, and so are lists of them. */
function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{ ${Object.entries(value)
      .map(([key, inner]) => `${JSON.stringify(key)} = ${write(inner)}`)
      .join(', ')} }`;
  }
  return JSON.stringify(value);
}

/** A text, a list of texts, or the words of the file where it is something else. */
function readValue(text: string): unknown {
  const bare = text.replace(/^'([^']*)'$/, (_all, inner: string) => JSON.stringify(inner));
  try {
    return JSON.parse(bare) as unknown;
  } catch {
    return text;
  }
}
