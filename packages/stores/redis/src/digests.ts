import { createHmac, hash } from 'node:crypto';
import type { Claim } from '@toolwire/idempotency';

/** 132 bits: enough that no two IDs collide, and short enough for small indexes. */
export function shortDigest(id: string | null): string {
  return digest(id).slice(0, 22);
}

/** A value of which a digest is made. */
type Digestible = string | number | null | readonly Digestible[];

/** Returns the SHA-256 digest of a value, with a secret its HMAC. */
export function digest(value: Digestible, secret?: string): string {
  // JSON escapes lone surrogates, which UTF-8 can't represent, and distinguishes `null` from a text.
  const json = JSON.stringify(value);
  return secret === undefined
    ? hash('sha256', json, 'base64url')
    : createHmac('sha256', secret).update(json).digest('base64url');
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
    return this.#prefix + digest(key, this.#secret);
  }

  fingerprintOf({ fingerprint }: Claim): string {
    return digest(fingerprint, this.#secret);
  }

  /** The keys under which the size of a result counts: in total, and for its owner. */
  usageKeysOf({ owner }: Claim): string[] {
    const total = `${this.#prefix}usage`;
    return owner === undefined ? [total] : [total, `${total}:${digest(owner, this.#secret)}`];
  }
}
