import type { Call, FailedOutcome, Lifetime, MaybePromise, Outcome, Stage, Tool } from '@toolwire/core';
import { checkNames, isPromise, longestTimerMs, type NamesOf } from '@toolwire/internal';
import { DerivedSignal } from '../derived-signal.ts';
import { PausableTimer } from '../pausable-timer.ts';
import { checkTimeLimit, inWords, isTimeLimit, timeoutError } from '../time-limit.ts';
import { passOn } from './pass-on.ts';

/** How long a tool may take that sets no limit of its own. */
export interface TimeoutOptions {
  /** The limit in milliseconds; `Infinity` for none. */
  readonly defaultMs: number;
  /** Is told of each call whose time was up, for a log. */
  readonly onTimeout?: ((call: Timed, ms: number) => void) | undefined;
}

type Timed = Call & { readonly tool: Tool };

/** What the stage puts on a call. */
type Limited = Pick<Call, 'lifetime' | 'ask'>;

const optionNames: NamesOf<TimeoutOptions> = { defaultMs: true, onTimeout: true };

/** Ends a call whose tool does not answer in time, and aborts the signal that the tool sees. While a caller is asked, time stands still. */
export function timeout(options: TimeoutOptions): Stage<Timed, Limited> {
  checkNames('timeout()', options, optionNames);
  const { defaultMs, onTimeout } = options;
  checkTimeLimit('defaultMs', defaultMs);
  return (call, next) => {
    const ms = isTimeLimit(call.tool.timeoutMs) ? call.tool.timeoutMs : (call.timeLimitMs ?? defaultMs);
    if (ms > longestTimerMs) {
      return next({ lifetime: call.lifetime });
    }
    const lifetime = new DerivedSignal(call.lifetime);
    // The tool may ask as its first act; all others get their timer when there is something to wait for.
    const timer = call.ask && new PausableTimer(ms);
    let outcome: MaybePromise<Outcome>;
    try {
      outcome = next(timer === undefined || call.ask === undefined ? { lifetime } : asking(call.ask, lifetime, timer));
    } catch (thrown) {
      lifetime.release();
      throw thrown;
    }
    if (isPromise(outcome)) {
      return inTime(outcome, ms, timer ?? new PausableTimer(ms), lifetime, call, onTimeout);
    }
    lifetime.release();
    return outcome;
  };
}

function asking(ask: NonNullable<Call['ask']>, lifetime: Lifetime, timer: PausableTimer): Limited {
  return { lifetime, ask: (requests) => timer.holdFor(ask(requests)) };
}

/** The outcome, or that there was none in time; an outcome that comes later is ignored (CASE-16). */
function inTime(
  outcome: Promise<Outcome>,
  ms: number,
  timer: PausableTimer,
  lifetime: DerivedSignal,
  call: Timed,
  onTimeout: TimeoutOptions['onTimeout'],
): Promise<Outcome> {
  // The clock is first read here, as a call that answered at once has no use for it.
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    timer.start(() => {
      try {
        onTimeout?.(call, ms);
        resolve(timedOut(call.tool, ms, performance.now() - startedAt));
      } catch (thrown) {
        reject(thrown);
      }
      lifetime.abort(timeoutError(ms));
    });
    const finish = (): void => {
      timer.stop();
      lifetime.release();
    };
    passOn(outcome, finish, resolve, reject);
  });
}

function timedOut(tool: Tool, ms: number, durationMs: number): FailedOutcome {
  // Nobody knows how far the tool came: only a tool that may run twice may be tried again.
  const canRetry = tool.annotations?.idempotent === true || tool.annotations?.readOnly === true;
  return {
    kind: 'failed',
    reason: 'timeout',
    failure: { message: `The tool did not answer within ${inWords(ms)}.`, ...(canRetry && { canRetry }) },
    tool,
    durationMs,
  };
}
