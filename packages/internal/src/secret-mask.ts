import { isObject } from './json-values.ts';
import { encodedSecret, spellingsOf } from './secret-spellings.ts';

// A shorter secret occurs in ordinary words, and its masks would reveal it.
const minSecretLength = 4;

/** Returns a function that masks secrets in text: plain, and in the encodings of JSON, URLs, forms and base64. */
export function createSecretMask(secrets: readonly string[]): (text: string) => string {
  const spellings = [...new Set(secrets.flatMap(spellingsOf))].filter(({ length }) => length >= minSecretLength);
  if (spellings.length === 0) return (text) => text;
  // Created for the first encoded text; most texts are not encoded.
  let encoded: readonly RegExp[] | undefined;
  const encodedRanges = (text: string): readonly Range[] => {
    if (!/[%+]/.test(text)) return none;
    encoded ??= secrets
      .map((secret) => secret.trim())
      .flatMap((secret) => (secret.length < minSecretLength ? [] : (encodedSecret(secret) ?? [])));
    return encoded.flatMap((pattern) =>
      Array.from(text.matchAll(pattern), ({ 0: { length }, index }) => ({ from: index, to: index + length })),
    );
  };
  return (text) => {
    const found = [...spellings.flatMap((spelling) => rangesOf(spelling, text)), ...encodedRanges(text)];
    return found.length === 0 ? text : maskRanges(text, found);
  };
}

const none: readonly Range[] = [];

/** The ranges of a spelling in a text; overlapping ranges are merged. */
function rangesOf(spelling: string, text: string): readonly Range[] {
  const ranges: Range[] = [];
  let last: Range | undefined;
  for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, at + 1)) {
    if (last !== undefined && at <= last.to) {
      last.to = at + spelling.length;
    } else {
      last = { from: at, to: at + spelling.length };
      ranges.push(last);
    }
  }
  return ranges;
}

/** Replaces a masked secret. */
export const mask = '[masked]';

/** A range of a text; `to` is exclusive. */
interface Range {
  readonly from: number;
  to: number;
}

/** Masks ranges of a text. Adjacent and overlapping ranges become one mask, so that no part of a nested secret remains. */
function maskRanges(text: string, ranges: readonly Range[]): string {
  let masked = '';
  let end = -1;
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    if (from > end) masked += text.slice(Math.max(end, 0), from) + mask;
    end = Math.max(end, to);
  }
  return masked + text.slice(end);
}

/** Shorter fragments occur in ordinary words. */
const minFragmentLength = 8;

/** Returns a function that masks fragments of secrets of eight or more characters, such as the start of a token. */
export function createFragmentMask(secrets: readonly string[]): (text: string) => string {
  const pieces = new Set<string>();
  for (const secret of secrets) {
    for (let at = 0; at + minFragmentLength <= secret.length; at += 1) {
      pieces.add(secret.slice(at, at + minFragmentLength));
    }
  }
  return (text) => {
    const found: Range[] = [];
    for (let at = 0; at + minFragmentLength <= text.length; at += 1) {
      if (pieces.has(text.slice(at, at + minFragmentLength))) found.push({ from: at, to: at + minFragmentLength });
    }
    return found.length === 0 ? text : maskRanges(text, found);
  };
}

/** Whether a schema marks its value as secret: `writeOnly`, `format: password` or `x-sensitive`. */
export function isSensitive(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const { writeOnly, format, 'x-sensitive': sensitive, allOf, anyOf, oneOf } = schema;
  return (
    writeOnly === true ||
    format === 'password' ||
    sensitive === true ||
    [allOf, anyOf, oneOf].some((branches) => Array.isArray(branches) && branches.some(isSensitive))
  );
}
