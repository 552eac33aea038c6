import { type Fields, isObject } from '@toolwire/internal';
import { parse, TomlError } from 'smol-toml';
import { UnreadableConfig } from './mcp-client.ts';

/** Parses TOML. */
export function readToml(text: string): Fields {
  try {
    // Copied, because the parser's objects have no prototype.
    return structuredClone(parse(text, { integersAsBigInt: 'asNeeded' }));
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) throw thrown;
    throw new UnreadableConfig(`line ${thrown.line} isn't valid TOML`);
  }
}

/** The line that starts a table. */
export interface TableHeader {
  readonly line: number;
  /** The name of the table, in parts without quotes and escapes. */
  readonly name: readonly string[];
}

/** Finds the tables of valid TOML. A line of a string or list may look like a header, but the text before it is incomplete. */
export function readHeaders(lines: readonly string[]): readonly TableHeader[] {
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
