import { hash } from 'node:crypto';
import { utf8Key } from '@toolwire/internal';

/** 132 bits: enough that no two IDs collide, and short enough for small indexes. */
export function shortDigest(text: string): string {
  return digest(text).slice(0, 22);
}

export function digest(text: string): string {
  return hash('sha256', utf8Key(text), 'base64url');
}
