import type { MaybePromise } from '../async/promises.ts';
import { unrefTimer } from '../async/timeouts.ts';

/** How often a lease is renewed, so that a failed renewal can be repeated before the lease expires. */
export const renewalsPerLease = 3;

const attemptsPerLease = 3;

/** For long leases, and for stores whose leases never expire. */
const maxIntervalMs = 10_000;

/** Ten leases, or five minutes for longer leases. */
const maxAttempts = 10 * attemptsPerLease;

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
    if (this.#repeated >= maxRepeated) {
      void this.#attempt(send, true);
      return;
    }
    this.#repeated += 1;
    const leaseAttempts = Math.max(attemptsPerLease, Number.isFinite(leaseMs) ? Math.ceil(leaseMs / maxIntervalMs) : 0);
    let attempts = 0;
    let isDone = false;
    // An attempt without a response does not delay the next one: its request may be lost.
    const attempt = async (): Promise<void> => {
      attempts += 1;
      const isAfterLease = attempts > leaseAttempts;
      const isLast = attempts === maxAttempts;
      if (isLast) clearInterval(timer);
      const isConfirmed = await this.#attempt(send, isLast);
      if (isDone || !(isLast || (isConfirmed && isAfterLease))) return;
      isDone = true;
      clearInterval(timer);
      this.#repeated -= 1;
    };
    const timer = setInterval(() => void attempt(), Math.min(leaseMs / attemptsPerLease, maxIntervalMs));
    unrefTimer(timer);
    void attempt();
  }

  /** Returns whether the store has confirmed it. */
  async #attempt(send: () => MaybePromise<unknown>, isLast: boolean): Promise<boolean> {
    try {
      await send();
      return true;
    } catch (error) {
      // The failure of the claim itself was reported already.
      if (isLast) this.#report(error);
      return false;
    }
  }
}
