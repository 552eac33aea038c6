import type { Call, FailedOutcome, Lifetime, MaybePromise, Outcome, Stage, Tool } from '@toolwire/core';
import { checkNames, formatDuration, isPromise, maxTimerMs, mayRunTwice, type NamesOf } from '@toolwire/internal';
import { checkTimeLimit, isTimeLimit, timeoutError } from '../check-time-limit.ts';
import { LazySignal } from '../lazy-signal.ts';
import { PausableTimer } from '../pausable-timer.ts';
import { settleWith } from './run-lifetime.ts';

/** Options of `timeout()`. */
export interface TimeoutOptions {
  /** The limit in milliseconds for tools without `timeoutMs`; `Infinity` for none. */
  readonly defaultMs: number;
  /** Called for each call that timed out, for example to log it. */
  readonly onTimeout?: ((call: ToolCall, ms: number) => void) | undefined;
}

type ToolCall = Call & { readonly tool: Tool };

/** The fields that the stage adds to a call. */
type AddedFields = Pick<Call, 'lifetime' | 'ask'>;

const optionNames: NamesOf<TimeoutOptions> = { defaultMs: true, onTimeout: true };

/** Ends a call whose tool exceeds its limit, and aborts the tool's signal. The timer is paused while the caller provides input. */
export function timeout(options: TimeoutOptions): Stage<ToolCall, AddedFields> {
  checkNames('timeout()', options, optionNames);
  const { defaultMs, onTimeout } = options;
  checkTimeLimit('defaultMs', defaultMs);
  return (call, next) => {
    const ms = isTimeLimit(call.tool.timeoutMs) ? call.tool.timeoutMs : (call.timeLimitMs ?? defaultMs);
    if (ms > maxTimerMs) {
      return next({ lifetime: call.lifetime });
    }
    const lifetime = new LazySignal(call.lifetime);
    // Only tools that may ask the caller need the timer before they run.
    const timer = call.ask && new PausableTimer(ms);
    let outcome: MaybePromise<Outcome>;
    try {
      outcome = next(
        timer === undefined || call.ask === undefined ? { lifetime } : withPausedAsk(call.ask, lifetime, timer),
      );
    } catch (thrown) {
      lifetime.release();
      throw thrown;
    }
    if (isPromise(outcome)) {
      return withinLimit(outcome, ms, timer ?? new PausableTimer(ms), lifetime, call, onTimeout);
    }
    lifetime.release();
    return outcome;
  };
}

function withPausedAsk(ask: NonNullable<Call['ask']>, lifetime: Lifetime, timer: PausableTimer): AddedFields {
  return { lifetime, ask: (requests) => timer.pauseFor(ask(requests)) };
}

/** Resolves to the outcome, or to a timeout; a later outcome is ignored (CASE-16). */
function withinLimit(
  outcome: Promise<Outcome>,
  ms: number,
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
    settleWith(outcome, finish, resolve, reject);
  });
}

function timedOut(tool: Tool, ms: number, durationMs: number): FailedOutcome {
  // The tool may have had an effect.
  const canRetry = mayRunTwice(tool);
  return {
    kind: 'failed',
    reason: 'timeout',
    failure: { message: `The tool did not answer within ${formatDuration(ms)}.`, ...(canRetry && { canRetry }) },
    tool,
    durationMs,
  };
}
