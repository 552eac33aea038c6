import type { Call, FailedOutcome, Lifetime, MaybePromise, Outcome, Stage, Tool } from '@toolwire/core';
import { checkNames, formatDuration, isPromise, maxTimerMs, mayRunTwice, type NamesOf } from '@toolwire/internal';
import { LazySignal } from '../lazy-signal.ts';
import { PausableTimer } from '../pausable-timer.ts';
import { checkTimeLimit, isTimeLimit, timeoutError } from '../with-timeout.ts';
import { settleWith } from './settle-with.ts';

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

type ToolCall = Call & { readonly tool: Tool };

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
    const ownMs = isTimeLimit(call.tool.timeoutMs) ? call.tool.timeoutMs : call.timeLimitMs;
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
        resolve(timedOut(call.tool, timer, performance.now() - startedAt));
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

function timedOut(tool: Tool, timer: PausableTimer, durationMs: number): FailedOutcome {
  // The tool may have had an effect.
  const canRetry = mayRunTwice(tool);
  return {
    kind: 'failed',
    reason: 'timeout',
    failure: { message: `The tool did not answer within ${limitOf(timer)}.`, ...(canRetry && { canRetry }) },
    tool,
    durationMs,
  };
}

function limitOf({ limitMs, isRestarted }: PausableTimer): string {
  return `${formatDuration(limitMs)}${isRestarted ? ' of its last progress report' : ''}`;
}
