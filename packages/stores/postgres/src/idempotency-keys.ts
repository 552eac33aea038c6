import type { Claim } from '@toolwire/idempotency';
import { digest } from './digests.ts';

/** The keys and values of claims, as digests. PostgreSQL stores only these, so it learns nothing about callers and inputs. */
export class IdempotencyKeys {
  readonly #secret: string | undefined;

  constructor(secret: string | undefined) {
    this.#secret = secret;
  }

  /** The primary key of the claim's row. */
  keyOf({ key }: Pick<Claim, 'key'>): string {
    return digest(JSON.stringify(key), this.#secret);
  }

  fingerprintOf({ fingerprint }: Claim): string {
    return digest(fingerprint, this.#secret);
  }

  /** Under whom the size of a result counts: in total as `''`, which is not a digest, and for its owner. */
  ownersOf({ owner }: Claim): readonly string[] {
    return owner === undefined ? [''] : ['', digest(JSON.stringify(owner), this.#secret)];
  }
}
