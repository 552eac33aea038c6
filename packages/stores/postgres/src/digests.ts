import { createHash, createHmac } from 'node:crypto';
import type { Claim } from '@toolwire/idempotency';

/** 132 bits: enough that no two IDs collide, and short enough for small indexes. Any text is valid, of any length. */
export function shortDigest(id: string | null): string {
  return digest(id).slice(0, 22);
}

// JSON escapes lone surrogates, which UTF-8 can't represent, and distinguishes `null` from a text.
function digest(value: string | null, secret?: string): string {
  const hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret);
  return hash.update(JSON.stringify(value)).digest('base64url');
}

/** The keys and values of claims, as digests. PostgreSQL stores only these, so it learns nothing about callers and inputs. */
export class ClaimDigests {
  readonly #secret: string | undefined;

  constructor(secret: string | undefined) {
    this.#secret = secret;
  }

  /** The primary key of the claim's row. */
  keyOf({ key }: Pick<Claim, 'key'>): string {
    return digest(key, this.#secret);
  }

  fingerprintOf({ fingerprint }: Claim): string {
    return digest(fingerprint, this.#secret);
  }

  /** The owners for whom the size of a result counts: all of them as `''`, which is not a digest, and its own. */
  ownersOf({ owner }: Claim): readonly string[] {
    return owner === undefined ? [''] : ['', digest(owner, this.#secret)];
  }
}
