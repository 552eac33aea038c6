import { createHash, createHmac } from 'node:crypto';
import type { Claim } from '@toolwire/idempotency';

/** What Redis gets to know of claims: digests, which are short, and tell nothing about callers and inputs. */
export class ClaimDigests {
  readonly #prefix: string;
  readonly #secret: string | undefined;

  constructor(prefix: string, secret: string | undefined) {
    this.#prefix = prefix;
    this.#secret = secret;
  }

  /** Where a claim is kept. JSON.stringify keeps apart what UTF-8 has no bytes for. */
  keyOf({ key }: Claim): string {
    return this.#prefix + createHash('sha256').update(JSON.stringify(key)).digest('base64url');
  }

  /** What it is for. */
  fingerprintOf({ fingerprint }: Claim): string {
    const hash = this.#secret === undefined ? createHash('sha256') : createHmac('sha256', this.#secret);
    return hash.update(fingerprint).digest('base64url');
  }
}
