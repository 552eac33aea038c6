/** Makes the key of a secret; without one it is a key of this process, for as long as it lives. */
export function importHmacKey(secret: string | undefined): Promise<CryptoKey> {
  const bytes = secret === undefined ? crypto.getRandomValues(new Uint8Array(32)) : new TextEncoder().encode(secret);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}
