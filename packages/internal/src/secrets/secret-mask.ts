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

/** The base64 of a shorter secret occurs in ordinary words. */
const minEncodedLength = 6;
/** Longer secrets are not searched in base64; no credential is that long. */
const maxEncodedLength = 4_096;

/** The spellings of a whole secret: plain, in JSON and in base64. */
function spellingsOf(secret: string): readonly string[] {
  const trimmed = secret.trim();
  return [secret, trimmed, JSON.stringify(secret).slice(1, -1), ...inBase64(trimmed)];
}

/** The base64 of a secret inside a longer text, such as after a user name, at each of the three alignments. */
function inBase64(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length < minEncodedLength || bytes.length > maxEncodedLength) return [];
  return [0, 1, 2].flatMap((before) => {
    const shifted = new Uint8Array(before + bytes.length);
    shifted.set(bytes, before);
    const letters = btoa(String.fromCharCode(...shifted));
    // A letter encodes 6 bits. The letters at the edges also encode neighbors.
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor((shifted.length * 8) / 6);
    const inner = letters.slice(from, to);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** A text as decoded bytes, with the index in the text of each byte and of the end. */
interface DecodedText {
  readonly bytes: readonly number[];
  readonly indexes: readonly number[];
}

/** URLs drop line breaks and tabs. */
const dropped: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d]);
/** URLs write a backslash as a slash, and forms write a space as a plus sign. */
const equivalent: ReadonlyMap<number, number> = new Map([
  [0x5c, 0x2f],
  [0x2b, 0x20],
]);

/** Decodes what URLs and forms encode, in whole or in part. With `keepsPercent`, a percent sign encodes nothing. */
function decodeUrlText(text: string, keepsPercent: boolean = false): DecodedText {
  const bytes: number[] = [];
  const indexes: number[] = [];
  for (let index = 0; index < text.length; ) {
    const code = text.codePointAt(index) ?? 0;
    const encoded = code === 0x25 && !keepsPercent ? text.slice(index + 1, index + 3) : '';
    const isEncoded = /^[\da-f]{2}$/i.test(encoded);
    const byte = isEncoded ? Number.parseInt(encoded, 16) : code;
    const utf8 = isEncoded || byte < 0x80 ? [equivalent.get(byte) ?? byte] : utf8Of(code);
    for (const part of dropped.has(byte) ? [] : utf8) {
      bytes.push(part);
      indexes.push(index);
    }
    index += isEncoded ? 3 : code > 0xffff ? 2 : 1;
  }
  indexes.push(text.length);
  return { bytes, indexes };
}

function utf8Of(code: number): Uint8Array {
  return new TextEncoder().encode(String.fromCodePoint(code));
}
