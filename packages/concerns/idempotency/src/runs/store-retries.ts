import { type MaybePromise, rejectAfterTimeout, renewalsPerLease } from '@toolwire/internal';
import type { Claim, StoredResult } from '../idempotency-store.ts';

/** A store call that ends a claim, and is retried while the store fails. */
export interface PendingStep {
  readonly claim: Claim;
  readonly step: () => MaybePromise<unknown>;
  /** The result to store, if the step stores one. */
  readonly stored: StoredResult | undefined;
  /** Why the first attempt failed. */
  readonly error: unknown;
}

/** Ten leases. */
const maxAttempts = 10 * renewalsPerLease;

/** Further failed steps are dropped, and their leases expire. */
const maxPendingSteps = 1_000;

/** The failed steps of the claims of this process. */
export class PendingSteps {
  readonly #attemptsLeft = new Map<PendingStep, number>();
  readonly #onEnd: (claim: Claim) => void;

  /** `onEnd` is called when a step succeeded, or has no attempts left. */
  constructor(onEnd: (claim: Claim) => void) {
    this.#onEnd = onEnd;
  }

  get isEmpty(): boolean {
    return this.#attemptsLeft.size === 0;
  }

  /** Returns whether the step will be retried. Above the limit, it is dropped. */
  add(step: PendingStep): boolean {
    if (this.#attemptsLeft.size >= maxPendingSteps) return false;
    this.#attemptsLeft.set(step, maxAttempts);
    return true;
  }

  /** The step that stores a result for repeated calls of a key. */
  find(key: string): PendingStep | undefined {
    if (this.isEmpty) return undefined;
    for (const step of this.#attemptsLeft.keys()) {
      if (step.claim.key === key && step.stored?.retention === 'stored') return step;
    }
    return undefined;
  }

  /** Counts one attempt of each step, whether or not it is made in this round. */
  countAttempts(): void {
    for (const [step, left] of this.#attemptsLeft) {
      if (left === 0) this.#end(step);
      else this.#attemptsLeft.set(step, left - 1);
    }
  }

  /** Sends steps until this time. Rejects at the first failure. */
  async send(endsAt: number, call: (step: PendingStep['step']) => Promise<void>): Promise<void> {
    for (const [step, left] of this.#attemptsLeft) {
      if (performance.now() > endsAt) return;
      // Last in the next round, so that a step that fails each time does not block the others.
      this.#attemptsLeft.delete(step);
      this.#attemptsLeft.set(step, left);
      await call(step.step);
      this.#end(step);
    }
  }

  #end(step: PendingStep): void {
    this.#attemptsLeft.delete(step);
    this.#onEnd(step.claim);
  }
}

const firstWaitMs = 50;
const maxWaitMs = 1_000;

/** Resolves with the store's result, or rejects with a `TimeoutError`. */
export function withStoreTimeout<T>(result: Promise<T>, ms: number): Promise<T> {
  return rejectAfterTimeout(
    result,
    ms,
    () => new DOMException(`The idempotency store did not respond within ${ms} milliseconds.`, 'TimeoutError'),
  );
}

/** Repeats a failed store call for this many milliseconds. Resolves with its result; rejects with its last error. */
export async function retryStoreCall<T>(
  ms: number,
  send: () => Promise<T>,
  report: (error: unknown) => void,
): Promise<T> {
  const endsAt = performance.now() + ms;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, maxWaitMs)) {
    // This timer keeps the process alive, because a caller waits.
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    try {
      return await send();
    } catch (error) {
      if (performance.now() >= endsAt) throw error;
      report(error);
    }
  }
}
