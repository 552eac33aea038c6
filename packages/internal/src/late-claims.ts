import type { MaybePromise } from './promises.ts';
import { unrefTimer } from './timeouts.ts';

const attemptsPerLease = 3;

/** For stores whose leases never expire. */
const maxIntervalMs = 10_000;

/** Ten leases. */
const maxAttempts = 30;

/** Further claims are undone once. */
const maxRepeated = 1_000;

/** Undoes claims whose responses did not arrive in time. The store may have granted them, or may still do so. */
export class LateClaims {
  readonly #report: (error: unknown) => void;
  #repeated = 0;

  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  /** Undoes a claim at once, and again until a lease is over and the store has confirmed it. `send` must undo no other claim. */
  undo(leaseMs: number, send: () => MaybePromise<unknown>): void {
    void this.#undo(Math.min(leaseMs / attemptsPerLease, maxIntervalMs), send);
  }

  async #undo(intervalMs: number, send: () => MaybePromise<unknown>): Promise<void> {
    const isRepeated = this.#repeated < maxRepeated;
    if (isRepeated) this.#repeated += 1;
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const isConfirmed = await this.#attempt(send);
      if (!isRepeated) return;
      if (isConfirmed && attempt > attemptsPerLease) break;
      await new Promise((resolve) => {
        unrefTimer(setTimeout(resolve, intervalMs));
      });
    }
    this.#repeated -= 1;
  }

  async #attempt(send: () => MaybePromise<unknown>): Promise<boolean> {
    try {
      await send();
      return true;
    } catch (error) {
      this.#report(error);
      return false;
    }
  }
}
