/** The base64 of a shorter secret occurs in ordinary words. */
const minEncodedLength = 6;
/** Longer secrets are not searched in base64; no credential is that long. */
const maxEncodedLength = 4_096;

/** The spellings of a whole secret: plain, in JSON and in base64. */
export function spellingsOf(secret: string): readonly string[] {
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
export function decodeUrlText(text: string, keepsPercent: boolean = false): DecodedText {
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
