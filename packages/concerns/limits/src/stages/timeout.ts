import type { Call, Lifetime, MaybePromise, Outcome, Stage } from '@toolwire/core';
import { checkNames, formatDuration, isPromise, maxTimerMs, type NamesOf, settleWith } from '@toolwire/internal';
import { LazySignal } from '../lazy-signal.ts';
import { checkTimeLimit, timeoutError } from '../with-timeout.ts';
import { failTimedOut } from './outcomes.ts';
import type { ToolCall } from './run-list.ts';

// The server fills both times from its `limits`. Their defaults are in `packages/server/src/server-limits.ts`.
/** Options of `timeout()`. */
export interface TimeoutOptions {
  /** The limit in milliseconds for tools without `timeoutMs`; `Infinity` for none. */
  readonly defaultMs: number;
  /**
   * The limit for calls that report progress: each report starts `defaultMs` anew until this time has passed. By default reports extend
   * nothing. `timeoutMs` of a tool is never extended.
   */
  readonly maxTimeMs?: number | undefined;
  /** Called for each call that timed out with the limit that it exceeded, for example to log it. */
  readonly onTimeout?: ((call: ToolCall, ms: number) => void) | undefined;
}

/** The fields that the stage adds to a call. */
type AddedFields = Pick<Call, 'lifetime' | 'ask' | 'reportProgress'>;

const optionNames: NamesOf<TimeoutOptions> = { defaultMs: true, maxTimeMs: true, onTimeout: true };

/** Ends a call whose tool exceeds its limit, and aborts the tool's signal. The timer is paused while the caller provides input. */
export function timeout(options: TimeoutOptions): Stage<ToolCall, AddedFields> {
  checkNames('timeout()', options, optionNames);
  const { defaultMs, maxTimeMs = defaultMs, onTimeout } = options;
  checkTimeLimit('defaultMs', defaultMs);
  checkTimeLimit('maxTimeMs', maxTimeMs);
  return (call, next) => {
    const ownMs = ownTimeLimitOf(call);
    const ms = ownMs ?? defaultMs;
    if (ms > maxTimerMs) {
      return next({ lifetime: call.lifetime });
    }
    const lifetime = new LazySignal(call.lifetime);
    // Only tools that may ask the caller or report progress need the timer before they run.
    const reportProgress = ownMs === undefined && maxTimeMs > ms ? call.reportProgress : undefined;
    const timer = call.ask === undefined && reportProgress === undefined ? undefined : new PausableTimer(ms, maxTimeMs);
    let outcome: MaybePromise<Outcome>;
    try {
      outcome = next(timer === undefined ? { lifetime } : withTimer(call, lifetime, timer, reportProgress));
    } catch (thrown) {
      lifetime.release();
      throw thrown;
    }
    if (isPromise(outcome)) {
      return withinLimit(outcome, timer ?? new PausableTimer(ms), lifetime, call, onTimeout);
    }
    lifetime.release();
    return outcome;
  };
}

/** The limit of the tool, or else of the call, in milliseconds. Hand-made tools may have an invalid one, which is ignored. */
export function ownTimeLimitOf({ tool: { timeoutMs }, timeLimitMs }: ToolCall): number | undefined {
  return typeof timeoutMs === 'number' && timeoutMs > 0 ? timeoutMs : timeLimitMs;
}

function withTimer(
  { ask }: Call,
  lifetime: Lifetime,
  timer: PausableTimer,
  reportProgress: Call['reportProgress'],
): AddedFields {
  return {
    lifetime,
    ...(ask && { ask: (requests) => timer.pauseFor(ask(requests)) }),
    ...(reportProgress && {
      reportProgress: (...report) => {
        timer.restart();
        reportProgress(...report);
      },
    }),
  };
}

/** Resolves to the outcome, or to a timeout; a later outcome is ignored (CASE-16). */
function withinLimit(
  outcome: Promise<Outcome>,
  timer: PausableTimer,
  lifetime: LazySignal,
  call: ToolCall,
  onTimeout: TimeoutOptions['onTimeout'],
): Promise<Outcome> {
  // Synchronous calls never read the clock.
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    timer.start(() => {
      try {
        onTimeout?.(call, timer.limitMs);
        resolve(failTimedOut(call.tool, limitText(timer), performance.now() - startedAt));
      } catch (thrown) {
        reject(thrown);
      }
      lifetime.abort(timeoutError(timer.limitMs));
    });
    const finish = (): void => {
      timer.stop();
      lifetime.release();
    };
    settleWith(outcome, finish, resolve, reject);
  });
}

function limitText({ limitMs, isRestarted }: PausableTimer): string {
  return `${formatDuration(limitMs)}${isRestarted ? ' of its last progress report' : ''}`;
}

/** A timer that can be paused, and started anew until `maxMs` have passed in total. */
class PausableTimer {
  /** The time that the timer runs for: since its start, since it was started anew, or in total. */
  limitMs: number;
  /** Whether `limitMs` is the time since the timer was started anew. */
  isRestarted = false;

  readonly #ms: number;
  readonly #maxMs: number;
  #leftMs: number;
  #leftInTotalMs: number;
  #callback: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #startedAt = 0;
  #pauses = 0;

  constructor(ms: number, maxMs: number = ms) {
    this.limitMs = ms;
    this.#ms = ms;
    this.#maxMs = maxMs;
    this.#leftMs = ms;
    this.#leftInTotalMs = maxMs;
  }

  start(callback: () => void): void {
    this.#callback = callback;
    this.#resume();
  }

  /** Stops the timer permanently. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#callback = undefined;
  }

  /** Starts the time anew, as far as the total allows. */
  restart(): void {
    if (this.#pauses === 0) this.#pause();
    this.isRestarted = this.#ms < this.#leftInTotalMs;
    this.#leftMs = this.isRestarted ? this.#ms : this.#leftInTotalMs;
    this.limitMs = this.isRestarted ? this.#ms : this.#maxMs;
    this.#resume();
  }

  /** Pauses the timer until the promise settles, and returns its result. */
  async pauseFor<T>(promise: Promise<T>): Promise<T> {
    if (this.#pauses === 0) this.#pause();
    this.#pauses += 1;
    try {
      return await promise;
    } finally {
      this.#pauses -= 1;
      this.#resume();
    }
  }

  #resume(): void {
    const callback = this.#callback;
    if (this.#pauses > 0 || callback === undefined) return;
    this.#startedAt = performance.now();
    this.#timer = setTimeout(() => {
      // A tool that continues may restart or resume the timer, which has done its work.
      this.#callback = undefined;
      callback();
    }, this.#leftMs);
  }

  #pause(): void {
    if (this.#callback === undefined) return;
    clearTimeout(this.#timer);
    const elapsedMs = performance.now() - this.#startedAt;
    this.#leftMs = Math.max(0, this.#leftMs - elapsedMs);
    this.#leftInTotalMs = Math.max(0, this.#leftInTotalMs - elapsedMs);
  }
}
