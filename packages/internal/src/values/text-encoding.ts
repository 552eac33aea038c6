/** Encodes bytes in Base64. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  // In chunks, because the number of arguments of fromCharCode is limited.
  for (let start = 0; start < bytes.length; start += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  }
  return btoa(binary);
}

/** Encodes bytes for URLs, cookies, headers and stores. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes base64url text; `undefined` if the text is invalid. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  // No number of bytes encodes to a length of 4n + 1.
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}

/** The SHA-256 digest of a text, as base64url. */
export async function sha256(text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

/** Encodes bytes as lowercase hex. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Decodes hex of an even length. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

const loneSurrogate = /\p{Surrogate}/u;

/**
 * Encodes a key for UTF-8 without collisions. UTF-8 can't represent lone surrogates: encoders and databases replace each by U+FFFD, so
 * that two names would be equal. Most keys stay unchanged.
 */
export function utf8Key(text: string): string {
  // Text that starts with a quote is quoted too, so that it can't equal the encoding of another text.
  return text.startsWith('"') || loneSurrogate.test(text) ? JSON.stringify(text) : text;
}
