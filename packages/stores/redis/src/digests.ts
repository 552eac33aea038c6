import { createHmac, hash } from 'node:crypto';
import { utf8Key } from '@toolwire/internal';

/** 132 bits: enough that no two IDs collide, and short enough for small indexes. */
export function shortDigest(text: string): string {
  return digest(text).slice(0, 22);
}

/** Returns the SHA-256 digest of a text, with a secret its HMAC. */
export function digest(text: string, secret?: string): string {
  const bytes = utf8Key(text);
  return secret === undefined
    ? hash('sha256', bytes, 'base64url')
    : createHmac('sha256', secret).update(bytes).digest('base64url');
}
