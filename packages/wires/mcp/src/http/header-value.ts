const encoded = /^=\?base64\?((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)\?=$/;
const looksEncoded = /^=\?base64\?.*\?=$/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads the value of a header that may be encoded because it is no plain ASCII; `undefined` where that was done wrongly. */
export function decodeHeaderValue(sent: string): string | undefined {
  const value = trimmed(sent);
  if (!looksEncoded.test(value)) return isPlain(value) ? value : undefined;
  const base64 = encoded.exec(value)?.[1];
  if (base64 === undefined) return undefined;
  try {
    return utf8.decode(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
  } catch {
    // Not UTF-8.
    return undefined;
  }
}

/** A value without the white space that HTTP allows around it. */
export function trimmed(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isBlank(value.charCodeAt(start))) start++;
  while (end > start && isBlank(value.charCodeAt(end - 1))) end--;
  return value.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

// RFC 9110: visible ASCII, spaces and tabs.
function isPlain(value: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(value);
}
