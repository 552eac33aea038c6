import { createHmac, hash } from 'node:crypto';
import type { Claim } from '@toolwire/idempotency';
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

/** The Redis keys of claims, and their fingerprints. They contain only digests, so Redis learns nothing about callers and inputs. */
export class ClaimDigests {
  readonly #prefix: string;
  readonly #secret: string | undefined;

  constructor(prefix: string, secret: string | undefined) {
    this.#prefix = prefix;
    this.#secret = secret;
  }

  keyOf({ key }: Pick<Claim, 'key'>): string {
    return this.#prefix + digest(JSON.stringify(key), this.#secret);
  }

  fingerprintOf({ fingerprint }: Claim): string {
    return digest(fingerprint, this.#secret);
  }

  /** The keys under which the size of a result counts: in total, and for its owner. */
  usageKeysOf({ owner }: Claim): string[] {
    const total = `${this.#prefix}usage`;
    return owner === undefined ? [total] : [total, `${total}:${digest(JSON.stringify([owner]), this.#secret)}`];
  }
}
