import type { MaybePromise } from './maybe-promise.ts';

/** Up to here a digest would cost more than the characters do. */
const longestText = 4096;

/** A fingerprint that takes little room whatever it is of: the text itself, or a digest of it. */
export function shortFingerprint(text: string): MaybePromise<string> {
  return text.length <= longestText ? text : digest(text);
}

// Off the main thread, where Node and browsers do their cryptography: one second of it is a gigabyte.
async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return `sha256:${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
