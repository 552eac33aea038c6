import { isPromise, letProcessEnd } from '@toolwire/internal';
import type { Answered, Claim, IdempotencyStore } from './idempotency-store.ts';
import { inTime } from './in-time.ts';

import type { MaybePromise } from './maybe-promise.ts';

/** Hears of what the store could not do. */
export type Report = (error: unknown) => void;

/** The step that ends a claim, which must not get lost only because the store is away for a while. */
interface Owed {
  readonly claim: Claim;
  readonly step: () => MaybePromise<unknown>;
  /** The answer, where the step is to record one. */
  readonly answered: Answered | undefined;
  roundsLeft: number;
}

/** A renewal that fails leaves two more before the lease runs out. */
const roundsPerLease = 3;

/** For stores whose leases have no end. */
const longestRoundMs = 1_000;

/** Ten leases. */
const roundsToTry = 30;

/** What is owed beyond is given up, and the lease is left to run out. */
const mostOwed = 1_000;

/** The claims of this process: renewed while their work runs, with one timer for all, and none while there is nothing to do. */
export class OwnClaims {
  readonly #store: IdempotencyStore;
  readonly #stepMs: number;
  readonly #report: Report;
  readonly #roundMs: number;
  readonly #mayLapse: boolean;
  readonly #running = new Set<Claim>();
  readonly #owed = new Set<Owed>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #inRound = false;

  constructor(store: IdempotencyStore, stepMs: number, report: Report) {
    this.#store = store;
    this.#stepMs = stepMs;
    this.#report = report;
    this.#mayLapse = store.leaseMs < Number.POSITIVE_INFINITY;
    this.#roundMs = this.#mayLapse ? store.leaseMs / roundsPerLease : longestRoundMs;
  }

  /** Renews a claim from now on, until it is settled, released or abandoned. */
  add(claim: Claim): void {
    if (!this.#mayLapse) return;
    this.#running.add(claim);
    this.#begin();
  }

  /** Records an answer. Should that fail, the claim is renewed until it has succeeded: whoever waits for it goes on waiting. */
  settle(claim: Claim, answered: Answered): MaybePromise<'settled' | 'taken'> {
    this.#remove(claim);
    try {
      const settled = this.#store.settle(claim, answered);
      return isPromise(settled) ? this.#settleInTime(settled, claim, answered) : settled;
    } catch (error) {
      return this.#settleLater(error, claim, answered);
    }
  }

  #settleInTime(settled: Promise<'settled' | 'taken'>, claim: Claim, answered: Answered): Promise<'settled' | 'taken'> {
    return inTime(settled, this.#stepMs).catch((error: unknown) => this.#settleLater(error, claim, answered));
  }

  #settleLater(error: unknown, claim: Claim, answered: Answered): 'settled' {
    if (this.#owe(error, claim, () => this.#store.settle(claim, answered), answered)) this.add(claim);
    return 'settled';
  }

  /** The answer of a key that the store has yet to learn. */
  unrecorded(key: string): { readonly claim: Claim; readonly text: string } | undefined {
    if (this.#owed.size === 0) return undefined;
    for (const { claim, answered } of this.#owed) {
      if (claim.key === key && answered?.fate === 'kept') return { claim, text: answered.text };
    }
    return undefined;
  }

  /** Forgets a claim for which nothing has run. */
  release(claim: Claim): void {
    this.#end(claim, () => this.#store.release(claim));
  }

  /** Leaves a claim to those who may take it over. */
  abandon(claim: Claim): void {
    this.#end(claim, () => this.#store.abandon(claim));
  }

  /** Ends a claim whose work has thrown. */
  giveUp(claim: Claim, throwMeans: 'not_done' | 'in_doubt' | undefined): void {
    if (throwMeans === 'in_doubt') this.abandon(claim);
    else this.release(claim);
  }

  #end(claim: Claim, step: () => MaybePromise<unknown>): void {
    this.#remove(claim);
    const later = (error: unknown): void => void this.#owe(error, claim, step);
    try {
      const ended = step();
      if (isPromise(ended)) inTime(ended, this.#stepMs).catch(later);
    } catch (error) {
      later(error);
    }
  }

  // Before the step is sent: a renewal that overtook it would bring the claim back to life.
  #remove(claim: Claim): void {
    if (this.#running.delete(claim)) this.#endIfIdle();
  }

  /** Whether the step will be tried again: beyond the most that are owed, it is given up. */
  #owe(error: unknown, claim: Claim, step: Owed['step'], answered?: Answered): boolean {
    this.#report(error);
    if (this.#owed.size >= mostOwed) return false;
    this.#owed.add({ claim, step, answered, roundsLeft: roundsToTry });
    this.#begin();
    return true;
  }

  #begin(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => void this.#round(), this.#roundMs);
    // What is owed to a store that is gone must not keep the process for ten leases.
    letProcessEnd(this.#timer);
  }

  #endIfIdle(): void {
    if (this.#running.size > 0 || this.#owed.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  // One at a time, for the same reason.
  async #round(): Promise<void> {
    if (this.#inRound) return;
    this.#inRound = true;
    try {
      for (const owed of this.#owed) this.#count(owed);
      if (this.#running.size > 0) await this.#take(() => this.#store.renew([...this.#running]));
      const pausesAt = performance.now() + this.#roundMs / 2;
      for (const owed of this.#owed) {
        // What runs comes first: the rest is for after the next renewal.
        if (performance.now() > pausesAt) break;
        await this.#take(owed.step);
        this.#strike(owed);
      }
    } catch (error) {
      this.#report(error);
    } finally {
      this.#inRound = false;
      this.#endIfIdle();
    }
  }

  #count(owed: Owed): void {
    owed.roundsLeft -= 1;
    if (owed.roundsLeft === 0) this.#strike(owed);
  }

  #strike(owed: Owed): void {
    this.#owed.delete(owed);
    this.#running.delete(owed.claim);
  }

  async #take(step: () => MaybePromise<unknown>): Promise<void> {
    const taken = step();
    if (isPromise(taken)) await inTime(taken, this.#stepMs);
  }
}
