import { endOfString, jsonByte } from './json-text.ts';

const { quote, openBracket, closeBracket, openBrace, closeBrace } = jsonByte;

/**
 * Tells whether JSON text nests deeper than a limit, in one pass and before it is parsed: the parser itself takes
 * any depth, and everything after it that recurses (validators, JSON.stringify) would overflow the stack.
 */
export function textNestsDeeper(bytes: Uint8Array, limit: number): boolean {
  // What nearly all requests are: their openings are too few to nest that deep, even with those inside strings.
  if (countOpenings(bytes) <= limit) return false;
  let depth = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === quote) index = endOfString(bytes, index);
    else if (byte === openBrace || byte === openBracket) {
      if (++depth > limit) return true;
    } else if (byte === closeBrace || byte === closeBracket) depth--;
  }
  return false;
}

// One comparison a byte: in ASCII, both kinds of openings differ in one bit.
function countOpenings(bytes: Uint8Array): number {
  let openings = 0;
  for (let index = 0; index < bytes.length; index++) {
    if (((bytes[index] as number) | 0x20) === openBrace) openings++;
  }
  return openings;
}

/** Tells the same of a value that a host has parsed already, without recursing. */
export function valueNestsDeeper(value: unknown, limit: number): boolean {
  let level: object[] = isContainer(value) ? [value] : [];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > limit) return true;
    const below: object[] = [];
    for (const container of level) {
      for (const member of Object.values(container) as unknown[]) {
        if (isContainer(member)) below.push(member);
      }
    }
    level = below;
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
