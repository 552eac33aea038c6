import type { Claim } from './idempotency-store.ts';
import type { KeyedResult } from './keyed-work.ts';
import { type Claimant, OwnClaim } from './own-claim.ts';

/** A run that this process has begun, or waits for. */
export interface JoinableRun<Answer> {
  readonly fingerprint: string;
  readonly result: Promise<KeyedResult<Answer>>;
}

/** The runs of one claimant: others with the same key join them, and the store need not be asked again. */
export class JoinableRuns<Answer> {
  readonly #claimant: Claimant;
  readonly #storeKeepsClaims: boolean;
  readonly #byKey = new Map<string, JoinableRun<Answer>>();

  constructor(claimant: Claimant, storeKeepsClaims: boolean) {
    this.#claimant = claimant;
    this.#storeKeepsClaims = storeKeepsClaims;
  }

  add(claim: OwnClaim<Answer>, result: Promise<KeyedResult<Answer>>): void {
    // A store that keeps claims finds them by key itself, in the one look that it takes anyway.
    if (this.#storeKeepsClaims) {
      claim.result = result;
      return;
    }
    const { key, fingerprint } = claim;
    const remove = (): void => void this.#byKey.delete(key);
    this.#byKey.set(key, { fingerprint, result });
    result.then(remove, remove);
  }

  find(key: string): JoinableRun<Answer> | undefined {
    return this.#byKey.get(key);
  }

  /** The result of a claim that the store has handed out, if it is one of these. */
  resultOf(claim: Claim | undefined): Promise<KeyedResult<Answer>> | undefined {
    return claim instanceof OwnClaim && claim.claimant === this.#claimant ? claim.result : undefined;
  }
}
