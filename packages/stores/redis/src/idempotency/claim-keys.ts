import type { Claim } from '@toolwire/idempotency';
import { digest } from '../digests.ts';

/** Servers that share calls have the same prefix. The braces put all keys into one slot of a cluster. */
export const defaultIdempotencyPrefix = '{toolwire}:idempotency:';

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
