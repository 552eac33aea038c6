import { createHmac } from 'node:crypto';
import type { Claim } from '@toolwire/idempotency';
import { utf8Key } from '@toolwire/internal';
import { digest } from './digests.ts';

/** The prefix of every key by default. Its hash tag puts all keys in one slot of a Redis Cluster. */
export const defaultPrefix = '{toolwire}:idempotency:';

/** The keys and values of claims. Redis stores only digests, so it learns nothing about callers and inputs. */
export class IdempotencyKeys {
  readonly #prefix: string;
  readonly #secret: string | undefined;

  constructor(prefix: string, secret: string | undefined) {
    this.#prefix = prefix;
    this.#secret = secret;
  }

  keyOf({ key }: Pick<Claim, 'key'>): string {
    return this.#prefix + this.#digest(JSON.stringify(key));
  }

  fingerprintOf({ fingerprint }: Claim): string {
    return this.#digest(fingerprint);
  }

  /** The keys under which the size of a result counts: in total, and for its owner. */
  usageKeysOf({ owner }: Claim): string[] {
    const total = `${this.#prefix}usage`;
    return owner === undefined ? [total] : [total, `${total}:${this.#digest(JSON.stringify([owner]))}`];
  }

  #digest(text: string): string {
    if (this.#secret === undefined) return digest(text);
    return createHmac('sha256', this.#secret).update(utf8Key(text)).digest('base64url');
  }
}
