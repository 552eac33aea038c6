import { createHash, createHmac } from 'node:crypto';
import { utf8Key } from '@toolwire/internal';

/** 132 bits: enough that no two IDs collide, and short enough for small indexes. Any text is valid, of any length. */
export function shortDigest(id: string | null): string {
  return digest(JSON.stringify(id)).slice(0, 22);
}

export function digest(text: string, secret?: string): string {
  const hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret);
  return hash.update(utf8Key(text)).digest('base64url');
}
