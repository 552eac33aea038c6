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
  keyOf({ key }: Pick<Claim, 'key'>): string {
    return this.#prefix + this.#digest(JSON.stringify(key));
  }

  /** Where is counted what answers take: all of them, and those of one owner. */
  roomsOf({ owner }: Claim): string[] {
    const all = `${this.#prefix}room`;
    return owner === undefined ? [all] : [all, `${all}:${this.#digest(JSON.stringify([owner]))}`];
  }

  /** What it is for. */
  fingerprintOf({ fingerprint }: Claim): string {
    return this.#digest(fingerprint);
  }

  #digest(text: string): string {
    const hash = this.#secret === undefined ? createHash('sha256') : createHmac('sha256', this.#secret);
    return hash.update(text).digest('base64url');
  }
}
