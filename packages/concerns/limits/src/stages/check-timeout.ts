import type { Outcome, RefusedOutcome, Stage, Tool } from '@toolwire/core';
import {
  checkNames,
  checkNumber,
  durationLimit,
  formatDuration,
  isPromise,
  maxTimerMs,
  type NamesOf,
  settleWith,
} from '@toolwire/internal';
import type { Interruption } from './interruption.ts';
import { refuseBeforeRun, refuseCanceled } from './refusals.ts';
import type { Ending, ToolCall } from './run-list.ts';
import { ownTimeLimitOf } from './timeout.ts';

/** Options of `checkTimeout()`. */
export interface CheckTimeoutOptions {
  /** The limit in milliseconds for tools without `timeoutMs`; `Infinity` for none. */
  readonly defaultMs: number;
  /** Ends the check when the server stops or the call is canceled. */
  readonly interruption: Pick<Interruption, 'onEnd'>;
  /** Called for each check that timed out, for example to log it. */
  readonly onTimeout: ((call: ToolCall, ms: number) => void) | undefined;
}

const optionNames: NamesOf<CheckTimeoutOptions> = { defaultMs: true, interruption: true, onTimeout: true };

/**
 * Ends a call while a stage before its tool is still pending: after the call's limit, or when the server stops. A stage that has
 * called `next` is not ended, and a synchronous stage gets no timer.
 */
export function checkTimeout<Adds extends object, Reached extends ToolCall = ToolCall>(
  stage: Stage<Reached, Adds>,
  options: CheckTimeoutOptions,
): Stage<Reached, Adds> {
  checkNames('checkTimeout()', options, optionNames);
  const { defaultMs, interruption, onTimeout } = options;
  checkNumber('defaultMs', defaultMs, durationLimit);
  return (call, next) => {
    let hasPassed = false;
    let pendingCheck: PendingCheck | undefined;
    const continueCall = (adds?: Adds): ReturnType<typeof next> => {
      hasPassed = true;
      const refusal = pendingCheck?.end();
      // The caller was already refused, so the tool must not run.
      return refusal ?? (next as (adds?: Adds) => ReturnType<typeof next>)(adds);
    };
    const outcome = stage(call, continueCall);
    if (hasPassed || !isPromise(outcome)) return outcome;
    return new Promise((resolve, reject) => {
      const ms = ownTimeLimitOf(call) ?? defaultMs;
      const check = new PendingCheck(resolve);
      pendingCheck = check;
      if (ms <= maxTimerMs) {
        check.startTimer(ms, () => {
          try {
            onTimeout?.(call, ms);
          } catch (thrown) {
            reject(thrown);
          }
          check.refuse(didNotRun(call.tool, `The call could not be checked within ${formatDuration(ms)}.`));
        });
      }
      check.leaveWith(interruption.onEnd(call, (ending) => check.refuse(refuseEnded(call.tool, ending))));
      settleWith(outcome, () => check.end(), resolve, reject);
    });
  };
}

/** A check that is still pending. */
class PendingCheck {
  #leave: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #refusal: RefusedOutcome | undefined;
  readonly #resolve: (outcome: Outcome) => void;

  constructor(resolve: (outcome: Outcome) => void) {
    this.#resolve = resolve;
  }

  startTimer(ms: number, callback: () => void): void {
    this.#timer = setTimeout(callback, ms);
  }

  /** Sets the function that removes the check from the interruption. */
  leaveWith(leave: () => void): void {
    this.#leave = leave;
  }

  refuse(refusal: RefusedOutcome): void {
    this.#refusal = refusal;
    this.end();
    this.#resolve(refusal);
  }

  /** Stops waiting; returns the refusal if the call was refused before. */
  end(): RefusedOutcome | undefined {
    clearTimeout(this.#timer);
    this.#leave?.();
    this.#leave = undefined;
    return this.#refusal;
  }
}

function refuseEnded(tool: Tool, ending: Ending): RefusedOutcome {
  return ending === 'stop' ? didNotRun(tool, 'The server stopped before the call was checked.') : refuseCanceled(tool);
}

function didNotRun(tool: Tool, reason: string): RefusedOutcome {
  return refuseBeforeRun({ code: 'unavailable', reason, tool });
}
