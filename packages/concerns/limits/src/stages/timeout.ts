import type { Call, FailedOutcome, Lifetime, MaybePromise, Outcome, Stage, Tool } from '@toolwire/core';
import {
  checkNames,
  checkNumber,
  durationLimit,
  formatDuration,
  isPromise,
  LazySignal,
  maxTimerMs,
  mayRunTwice,
  type NamesOf,
  PausableTimer,
  settleWith,
} from '@toolwire/internal';
import { timeoutError } from '../with-timeout.ts';
import type { ToolCall } from './run-list.ts';

// The server fills both times from its `limits`. Their defaults are in `packages/server/src/default-limits.ts`.
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
  checkNumber('defaultMs', defaultMs, durationLimit);
  checkNumber('maxTimeMs', maxTimeMs, durationLimit);
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
      return withinLimit(outcome, { timer: timer ?? new PausableTimer(ms), lifetime, call, onTimeout });
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

/** A running call, with its timer and the signal to abort. */
interface LimitedRun {
  readonly timer: PausableTimer;
  readonly lifetime: LazySignal;
  readonly call: ToolCall;
  readonly onTimeout: TimeoutOptions['onTimeout'];
}

/** Resolves to the outcome, or to a timeout; a later outcome is ignored (CASE-16). */
function withinLimit(outcome: Promise<Outcome>, { timer, lifetime, call, onTimeout }: LimitedRun): Promise<Outcome> {
  // Synchronous calls never read the clock.
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    timer.start(() => {
      try {
        onTimeout?.(call, timer.limitMs);
        resolve(failTimedOut(call.tool, timer, performance.now() - startedAt));
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

/** Fails a call that exceeded its time limit. The tool may have had an effect, so only tools that may run twice can be retried. */
function failTimedOut(tool: Tool, { limitMs, isRestarted }: PausableTimer, durationMs: number): FailedOutcome {
  const canRetry = mayRunTwice(tool);
  const limit = `${formatDuration(limitMs)}${isRestarted ? ' of its last progress report' : ''}`;
  return {
    kind: 'failed',
    reason: 'timeout',
    failure: { message: `The tool did not answer within ${limit}.`, ...(canRetry && { canRetry }) },
    tool,
    durationMs,
  };
}
