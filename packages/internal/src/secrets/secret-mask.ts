import { isObject } from '../values/json-values.ts';
import { decodeUrlText, spellingsOf } from './secret-spellings.ts';

// A shorter secret occurs in ordinary words, and its masks would reveal it.
const minSecretLength = 4;

/** Returns a function that masks secrets in text: plain, and in the encodings of JSON, URLs, forms and base64. */
export function createSecretMask(secrets: readonly string[]): (text: string) => string {
  const spellings = [...new Set(secrets.flatMap(spellingsOf))].filter(({ length }) => length >= minSecretLength);
  if (spellings.length === 0) return (text) => text;
  // Created for the first encoded text; most texts are not encoded.
  let encoded: readonly (readonly number[])[] | undefined;
  const encodedRanges = (text: string): readonly Range[] => {
    if (!/[%+]/.test(text)) return [];
    encoded ??= encodableSecrets(secrets);
    if (encoded.length === 0) return [];
    const { bytes, indexes } = decodeUrlText(text);
    return encoded
      .flatMap((secret) => rangesOf(secret, bytes))
      .map(({ from, to }) => ({ from: indexes[from] ?? 0, to: indexes[to] ?? text.length }));
  };
  return (text) => {
    const ranges = [...spellings.flatMap((spelling) => plainRanges(spelling, text)), ...encodedRanges(text)];
    return ranges.length === 0 ? text : maskRanges(text, ranges);
  };
}

/** The secrets with characters that URLs encode, as bytes. URLs may keep a percent sign, which then seems to encode something. */
function encodableSecrets(secrets: readonly string[]): readonly (readonly number[])[] {
  return secrets
    .map((secret) => secret.trim())
    .filter((secret) => secret.length >= minSecretLength && !/^[\w.-]*$/.test(secret))
    .flatMap((secret) => [decodeUrlText(secret, true).bytes, decodeUrlText(secret).bytes])
    .filter(({ length }) => length >= minSecretLength);
}

const maxPrefixLength = 64;

/** The ranges of a spelling in a text. The native search is fast for a short prefix only. */
function plainRanges(spelling: string, text: string): readonly Range[] {
  const start = text.indexOf(spelling.slice(0, maxPrefixLength));
  return start < 0 ? [] : rangesOf(spelling, text, start);
}

/** The ranges of a part in a text; overlapping ranges are merged. Takes linear time (Knuth, Morris and Pratt), because callers may choose both. */
function rangesOf<Item>(part: ArrayLike<Item>, text: ArrayLike<Item>, start = 0): readonly Range[] {
  // For each prefix of the part, the length of the longest shorter prefix that it ends with.
  const borders = new Uint32Array(part.length);
  for (let index = 1, length = 0; index < part.length; index += 1) {
    while (length > 0 && part[index] !== part[length]) length = borders[length - 1] ?? 0;
    if (part[index] === part[length]) length += 1;
    borders[index] = length;
  }
  const ranges: Range[] = [];
  for (let index = start, length = 0; index < text.length; index += 1) {
    while (length > 0 && text[index] !== part[length]) length = borders[length - 1] ?? 0;
    if (text[index] === part[length]) length += 1;
    if (length < part.length) continue;
    const last = ranges.at(-1);
    if (last !== undefined && index + 1 - length <= last.to) last.to = index + 1;
    else ranges.push({ from: index + 1 - length, to: index + 1 });
    length = borders[length - 1] ?? 0;
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
  const fragments = new Set<string>();
  for (const secret of secrets) {
    for (let start = 0; start + minFragmentLength <= secret.length; start += 1) {
      fragments.add(secret.slice(start, start + minFragmentLength));
    }
  }
  return (text) => {
    const ranges: Range[] = [];
    for (let start = 0; start + minFragmentLength <= text.length; start += 1) {
      const end = start + minFragmentLength;
      if (fragments.has(text.slice(start, end))) ranges.push({ from: start, to: end });
    }
    return ranges.length === 0 ? text : maskRanges(text, ranges);
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
