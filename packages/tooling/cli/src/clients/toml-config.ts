import { isDeepStrictEqual } from 'node:util';
import { type Fields, isObject, recordOf } from '@toolwire/internal';
import { parse, TomlError } from 'smol-toml';
import { type ConfigFormat, UnreadableConfig } from './mcp-client.ts';

/** A TOML file with a table for each server. Everything else is preserved. */
export function tomlConfig(member: string): ConfigFormat {
  const serversIn = (root: Fields): Fields => recordOf(root[member]);
  return {
    servers: (text) => new Map(Object.entries(serversIn(readToml(text)))),
    withServer(text, name, entry) {
      const before = readToml(text);
      const lines = text.split(/\r?\n/);
      const headers = readHeaders(lines);
      const block = blockOf(lines, headers, [member, name]);
      const hasTables = headers.some((header) => header.name[0] === member);
      const isInline = block === undefined && Object.hasOwn(serversIn(before), name);
      if (isInline || (before[member] !== undefined && !hasTables)) {
        throw new UnreadableConfig(`its ${member} must be in separate tables, such as [${member}.${name}]`);
      }
      const newLines = entry === undefined ? [] : [`[${member}.${name}]`, ...propertyLines(entry)];
      const after = block === undefined ? appended(text, newLines) : replaced(text, lines, block, newLines);
      // The lines were found with a pattern, so the parser verifies the result.
      const { [name]: _earlier, ...others } = serversIn(before);
      const servers = entry === undefined ? others : { ...others, [name]: entry };
      const parsed = readToml(after);
      if (
        !isDeepStrictEqual(serversIn(parsed), servers) ||
        !isDeepStrictEqual({ ...parsed, [member]: 0 }, { ...before, [member]: 0 })
      ) {
        throw new UnreadableConfig(`the table of ${member}.${name} could not be found reliably`);
      }
      return after;
    },
  };
}

/** The lines of a server: from its first header to the last line with content before the next table. */
interface Block {
  readonly start: number;
  readonly end: number;
}

function blockOf(
  lines: readonly string[],
  headers: readonly TableHeader[],
  [member, server]: readonly [string, string],
): Block | undefined {
  const isOwn = ({ name }: TableHeader): boolean => name[0] === member && name[1] === server;
  const first = headers.findIndex(isOwn);
  const last = headers.findLastIndex(isOwn);
  const [start, lastStart] = [headers[first]?.line, headers[last]?.line];
  if (start === undefined || lastStart === undefined) return undefined;
  if (!headers.slice(first, last).every(isOwn)) {
    throw new UnreadableConfig(`the tables of ${member}.${server} are not next to each other`);
  }
  let end = headers[last + 1]?.line ?? lines.length;
  // Comments above the next table belong to that table.
  while (end > lastStart + 1 && /^\s*(?:#.*)?$/.test(lines[end - 1] ?? '')) end -= 1;
  return { start, end };
}

function replaced(text: string, lines: readonly string[], { start, end }: Block, newLines: readonly string[]): string {
  return lines.toSpliced(start, end - start, ...newLines).join(eolOf(text));
}

function appended(text: string, newLines: readonly string[]): string {
  if (newLines.length === 0) return text;
  const eol = eolOf(text);
  const body = text.replace(/\s*$/, '');
  return `${body === '' ? '' : `${body}${eol}${eol}`}${newLines.join(eol)}${eol}`;
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function propertyLines(entry: object): readonly string[] {
  return Object.entries(entry).map(([key, value]) => `${key} = ${writeValue(value)}`);
}

/** JSON strings and lists of strings are also valid TOML. */
function writeValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeValue).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const properties = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)} = ${writeValue(inner)}`);
  return `{ ${properties.join(', ')} }`;
}

function readToml(text: string): Fields {
  try {
    // Copied, because the parser's objects have no prototype.
    return structuredClone(parse(text, { integersAsBigInt: 'asNeeded' }));
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) throw thrown;
    throw new UnreadableConfig(`line ${thrown.line} isn't valid TOML`);
  }
}

/** The line that starts a table. */
interface TableHeader {
  readonly line: number;
  /** The name of the table, in parts without quotes and escapes. */
  readonly name: readonly string[];
}

/** Finds the tables of valid TOML. A line of a string or list may look like a header, but the text before it is incomplete. */
function readHeaders(lines: readonly string[]): readonly TableHeader[] {
  return lines.flatMap((text, line) =>
    /^\s*\[/.test(text) && isComplete(lines.slice(0, line)) ? [{ line, name: namesIn(readToml(text)) }] : [],
  );
}

function isComplete(lines: readonly string[]): boolean {
  try {
    readToml(lines.join('\n'));
    return true;
  } catch (thrown) {
    if (thrown instanceof UnreadableConfig) return false;
    throw thrown;
  }
}

/** The names from the root to the innermost of nested tables. */
function namesIn(table: Fields): readonly string[] {
  return Object.entries(table).flatMap(([name, inner]) => [name, ...(isObject(inner) ? namesIn(inner) : [])]);
}
