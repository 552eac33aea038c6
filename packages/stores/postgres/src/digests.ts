import { createHash, createHmac } from 'node:crypto';

/** Of 132 bits, so that no two ids share one, and each index stays small. No text is cut off by it, and none is too long. */
export function digestOf(id: string | null): string {
  return digest(JSON.stringify(id)).slice(0, 22);
}

/** Of all bits, by a secret where there is one; JSON.stringify keeps apart what UTF-8 has no bytes for. */
export function digest(text: string, secret?: string): string {
  const hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret);
  return hash.update(text).digest('base64url');
}
