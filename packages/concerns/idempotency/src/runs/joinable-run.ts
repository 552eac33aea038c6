import type { Claim } from '../idempotency-store.ts';
import type { Caller, EndReason, KeyedResult, KeyedWork } from './keyed-work.ts';

type Result<Value> = Promise<KeyedResult<Value>>;

/** A claim, and whether its work runs in this process, and not in another one that this process waits for. */
type RunClaim = Claim & { readonly isRunningHere: boolean };

/** One caller that waits for a result. */
interface Waiter {
  readonly caller: Caller | undefined;
  /** Resolves the caller's result as `left`. */
  leave: (() => void) | undefined;
}

/** A run, in this process or in another, and the callers of this process that wait for its result. Calls with the same key join it. */
export class JoinableRun<Value> {
  readonly claim: RunClaim;
  readonly result: Result<Value>;
  // `RunMonitor` writes the next two fields. A map in the monitor would cost an entry for every call.
  /** When the monitor last polled the store for it, and before that when the monitor first saw it; `undefined` until then. */
  storePollIntervalStart: number | undefined;
  /** Its index in the list of the monitor; -1 when it is not monitored. */
  index: number;
  readonly #work: KeyedWork<Value>;
  #waiters: Waiter[] | undefined;
  #keptUntil: number;
  #isEnded: boolean;

  constructor(claim: RunClaim, work: KeyedWork<Value>, result: Result<Value>) {
    this.claim = claim;
    this.result = result;
    this.storePollIntervalStart = undefined;
    this.index = -1;
    this.#work = work;
    this.#waiters = undefined;
    this.#keptUntil = 0;
    this.#isEnded = false;
  }

  /** The result for the first caller, unless it leaves earlier. */
  resultForFirstCaller(): Result<Value> {
    // A caller that lost its connection needs no result. Only a deliberate cancellation resolves early.
    return this.#work.caller?.endsDeliberately === true
      ? this.#unlessLeft(this.#allWaiters[0], this.result)
      : this.result;
  }

  /** The same result for another caller, as a repeated one. */
  join(caller: Caller | undefined): Result<Value> {
    const waiter: Waiter = { caller, leave: undefined };
    this.#allWaiters.push(waiter);
    return this.#unlessLeft(waiter, this.result.then(asRepeated));
  }

  /** Removes callers whose signal aborted. A caller that lost its connection may return within `lingerMs`. */
  removeAbortedWaiters(now: number, lingerMs: number): void {
    this.#waiters = this.#allWaiters.filter(({ caller, leave }) => {
      if (caller?.signal.aborted !== true) return true;
      if (caller.endsDeliberately !== true) this.keepUntil(now + lingerMs);
      leave?.();
      return false;
    });
  }

  /** Doesn't end the run for lack of callers before this time. */
  keepUntil(time: number): void {
    this.#keptUntil = Math.max(this.#keptUntil, time);
  }

  get hasNoWaiters(): boolean {
    return this.#waiters?.length === 0;
  }

  /** Whether no caller waits in this process, and none is expected to return. */
  isUnattended(now: number): boolean {
    return this.hasNoWaiters && now >= this.#keptUntil;
  }

  /** Whether the work runs in this process and was not ended. */
  get isActive(): boolean {
    return this.claim.isRunningHere && this.index >= 0 && !this.#isEnded;
  }

  end(why: EndReason): void {
    this.#isEnded = true;
    this.#work.end?.(why);
  }

  get #allWaiters(): Waiter[] {
    this.#waiters ??= [{ caller: this.#work.caller, leave: undefined }];
    return this.#waiters;
  }

  #unlessLeft(waiter: Waiter | undefined, result: Result<Value>): Result<Value> {
    return new Promise((resolve, reject) => {
      if (waiter !== undefined) waiter.leave = () => resolve({ state: 'left' });
      result.then(resolve, reject);
    });
  }
}

function asRepeated<Value>(result: KeyedResult<Value>): KeyedResult<Value> {
  return result.state === 'done' ? { ...result, repeated: true } : result;
}
