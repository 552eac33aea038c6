import { isObject } from '@toolwire/internal';
import { parse, TomlError } from 'smol-toml';
import { UnreadableConfig } from './mcp-client.ts';

/** Parses TOML. */
export function readToml(text: string): Readonly<Record<string, unknown>> {
  try {
    // Copied, because the parser's objects have no prototype.
    return structuredClone(parse(text, { integersAsBigInt: 'asNeeded' }));
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) throw thrown;
    throw new UnreadableConfig(`line ${thrown.line} isn't valid TOML`);
  }
}

/** A line of TOML. */
export interface Line {
  readonly text: string;
  /** The name of the table that starts here, in parts. */
  readonly header: readonly string[] | undefined;
  /** The table and the first part of the key that is set here. */
  readonly key: readonly string[] | undefined;
}

const quoted = String.raw`"(?:[^"\\]|\\.)*"|'[^']*'`;
const headerLine = new RegExp(String.raw`^\s*\[\[?((?:${quoted}|[^[\]"'#])+)\]\]?\s*(?:#.*)?$`);
const keyLine = new RegExp(String.raw`^\s*([\w-]+|${quoted})\s*[.=]`);

/** Returns every line with its table header or key. Lines inside multi-line strings and lists have neither, because they only look alike. */
export function readLines(text: string): readonly Line[] {
  let openDelimiters = '';
  let table: readonly string[] = [];
  return text.split(/\r?\n/).map((line) => {
    const isInside = openDelimiters !== '';
    openDelimiters = openDelimitersAfter(line, openDelimiters);
    const name = isInside ? undefined : headerLine.exec(line)?.[1];
    const header = name === undefined ? undefined : keyOf(name);
    if (header !== undefined) table = header;
    const key = isInside || header !== undefined ? undefined : keyLine.exec(line)?.[1];
    return { text: line, header, key: key === undefined ? undefined : [...table, ...keyOf(key)] };
  });
}

/** The parts of a dotted key, without their quotes and escapes. */
function keyOf(text: string): readonly string[] {
  const parts: string[] = [];
  let value: unknown = readToml(`${text} = 0`);
  while (isObject(value)) {
    const [part = ''] = Object.keys(value);
    parts.push(part);
    value = value[part];
  }
  return parts;
}

/** Returns the brackets of lists that are open after a line, and then the quotes of an open string. */
function openDelimitersAfter(line: string, before: string): string {
  let openDelimiters = before;
  for (let index = 0; index < line.length; index += 1) {
    const nextThree = line.slice(index, index + 3);
    const character = line[index] ?? '';
    const openQuotes = openDelimiters.replace(/^\[+/, '');
    if (openQuotes !== '') {
      if (openQuotes === '"""' && character === '\\') index += 1;
      else if (nextThree === openQuotes) {
        index += 2;
        openDelimiters = openDelimiters.slice(0, -3);
      }
    } else if (nextThree === '"""' || nextThree === "'''") {
      index += 2;
      openDelimiters += nextThree;
    } else if (character === '"' || character === "'") {
      index = endOfText(line, index);
    } else if (character === '#') {
      return openDelimiters;
    } else if (character === '[' && (openDelimiters.startsWith('[') || isValue(line, index))) {
      openDelimiters += '[';
    } else if (character === ']' && openDelimiters.startsWith('[')) {
      openDelimiters = openDelimiters.slice(1);
    }
  }
  return openDelimiters;
}

function isValue(line: string, index: number): boolean {
  return line.slice(0, index).includes('=');
}

function endOfText(line: string, start: number): number {
  const quote = line[start];
  for (let index = start + 1; index < line.length; index += 1) {
    if (quote === '"' && line[index] === '\\') index += 1;
    else if (line[index] === quote) return index;
  }
  return line.length;
}
