import { isPromise, type MaybePromise, renewalsPerLease, unrefTimer } from '@toolwire/internal';
import type { Claim, IdempotencyStore, StoredResult } from '../idempotency-store.ts';
import { type PendingStep, PendingSteps, retryStoreCall, withStoreTimeout } from './store-retries.ts';

/** How a result was stored; `settled` also if the store failed and the result need not be stored. `error` means that the store did not confirm it within a lease, and that further retries follow. */
export type Settlement = 'settled' | 'taken' | { readonly error: unknown };

/** The interval of renewals and retries for stores whose leases never expire. */
const intervalWithoutLeasesMs = 1_000;

/** The claims of this process. One timer renews the running ones and retries failed steps; an idle process has no timer. */
export class LocalClaims {
  readonly #store: IdempotencyStore;
  readonly #timeoutMs: number;
  readonly #report: (error: unknown) => void;
  readonly #intervalMs: number;
  readonly #leasesExpire: boolean;
  readonly #running = new Set<Claim>();
  readonly #pending = new PendingSteps((claim) => this.#running.delete(claim));
  #timer: ReturnType<typeof setInterval> | undefined;
  #isInRound = false;

  constructor(store: IdempotencyStore, timeoutMs: number, report: (error: unknown) => void) {
    this.#store = store;
    this.#timeoutMs = timeoutMs;
    this.#report = report;
    this.#leasesExpire = store.leaseMs < Number.POSITIVE_INFINITY;
    this.#intervalMs = this.#leasesExpire ? store.leaseMs / renewalsPerLease : intervalWithoutLeasesMs;
  }

  /** Renews a claim until it is settled, released or abandoned. */
  add(claim: Claim): void {
    if (!this.#leasesExpire) return;
    this.#running.add(claim);
    this.#startTimer();
  }

  /**
   * Stores a result. If that fails, the claim is renewed until a retry succeeds, so waiting callers keep waiting. A result for repeated
   * calls must be stored, so its retries of the first lease come before the end of this call.
   */
  settle(claim: Claim, stored: StoredResult): MaybePromise<Settlement> {
    this.#remove(claim);
    try {
      const settled = this.#store.settle(claim, stored);
      return isPromise(settled) ? this.#settleInTime(settled, claim, stored) : settled;
    } catch (error) {
      return this.#settleAgain(error, claim, stored);
    }
  }

  // Not a closure in `settle`: it would be created for every call, and a synchronous store needs none.
  #settleInTime(settled: Promise<'settled' | 'taken'>, claim: Claim, stored: StoredResult): Promise<Settlement> {
    return withStoreTimeout(settled, this.#timeoutMs).catch((error: unknown) =>
      this.#settleAgain(error, claim, stored),
    );
  }

  #settleAgain(error: unknown, claim: Claim, stored: StoredResult): MaybePromise<Settlement> {
    if (stored.retention === 'stored') return this.#settleWithinLease(error, claim, stored);
    this.#settleLater(error, claim, stored);
    return 'settled';
  }

  #settleLater(error: unknown, claim: Claim, stored: StoredResult): void {
    if (this.#retryLater(error, claim, () => this.#store.settle(claim, stored), stored)) this.add(claim);
  }

  async #settleWithinLease(error: unknown, claim: Claim, stored: StoredResult): Promise<Settlement> {
    this.#report(error);
    this.add(claim);
    const send = async (): Promise<'settled' | 'taken'> =>
      withStoreTimeout(Promise.resolve(this.#store.settle(claim, stored)), this.#timeoutMs);
    try {
      const settled = await retryStoreCall(renewalsPerLease * this.#intervalMs, send, this.#report);
      this.#remove(claim);
      return settled;
    } catch (lastError) {
      this.#remove(claim);
      this.#settleLater(lastError, claim, stored);
      return { error: lastError };
    }
  }

  /** The failed step that stores the result of a key, which is not in the store yet. */
  pendingResult(key: string): Pick<PendingStep, 'claim' | 'error'> | undefined {
    return this.#pending.find(key);
  }

  /** Gives up a claim whose work may have run partly. A claim with `takeOver` may get the key. */
  abandon(claim: Claim): void {
    this.#end(claim, () => this.#store.abandon(claim));
  }

  /** Ends a claim whose work threw. */
  endAfterThrow(claim: Claim, throwMeans: 'not_done' | 'in_doubt' | undefined): void {
    if (throwMeans === 'in_doubt') this.abandon(claim);
    else this.#end(claim, () => this.#store.release(claim));
  }

  #end(claim: Claim, step: () => MaybePromise<unknown>): void {
    this.#remove(claim);
    const retry = (error: unknown): void => void this.#retryLater(error, claim, step);
    try {
      const ended = step();
      if (isPromise(ended)) withStoreTimeout(ended, this.#timeoutMs).catch(retry);
    } catch (error) {
      retry(error);
    }
  }

  // Before the step is sent: a later renewal would restore the claim.
  #remove(claim: Claim): void {
    if (this.#running.delete(claim)) this.#stopTimerIfIdle();
  }

  /** Returns whether the step will be retried. Above the limit, it is dropped. */
  #retryLater(error: unknown, claim: Claim, step: PendingStep['step'], stored?: StoredResult): boolean {
    this.#report(error);
    const isPending = this.#pending.add({ claim, step, stored, error });
    if (isPending) this.#startTimer();
    return isPending;
  }

  #startTimer(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => void this.#round(), this.#intervalMs);
    // Retries must not keep the process alive for ten leases.
    unrefTimer(this.#timer);
  }

  #stopTimerIfIdle(): void {
    if (this.#running.size > 0 || !this.#pending.isEmpty) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  // One round at a time: a late renewal would restore a claim that ended.
  async #round(): Promise<void> {
    if (this.#isInRound) return;
    this.#isInRound = true;
    try {
      this.#pending.countAttempts();
      if (this.#running.size > 0) await this.#call(() => this.#store.renew([...this.#running]));
      // The next renewal comes first; the other steps wait for the next round.
      await this.#pending.send(performance.now() + this.#intervalMs / 2, (step) => this.#call(step));
    } catch (error) {
      this.#report(error);
    } finally {
      this.#isInRound = false;
      this.#stopTimerIfIdle();
    }
  }

  async #call(step: () => MaybePromise<unknown>): Promise<void> {
    const called = step();
    if (isPromise(called)) await withStoreTimeout(called, this.#timeoutMs);
  }
}
