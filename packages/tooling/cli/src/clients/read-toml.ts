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

/** The parts of a dotted key, without their quotes and escapes. */
export function keyOf(text: string): readonly string[] {
  const parts: string[] = [];
  for (let node: unknown = readToml(`${text} = 0`); isObject(node); ) {
    const [entry] = Object.entries(node);
    if (entry === undefined) break;
    parts.push(entry[0]);
    node = entry[1];
  }
  return parts;
}
