import type { Call, Outcome, RefusedOutcome, Stage, Tool } from '@toolwire/core';
import { checkNames, isPromise, longestTimerMs, type NamesOf } from '@toolwire/internal';
import { checkTimeLimit, inWords, isTimeLimit, waitInWords } from '../time-limit.ts';
import type { Interruption } from './interruption.ts';

/** How long a check may take, and what else may end it. */
export interface CheckLimitOptions {
  /** The limit in milliseconds for tools that set none of their own; `Infinity` for none. */
  readonly defaultMs: number;
  /** What ends the check when the server stops or the call is cancelled. */
  readonly interruption: Pick<Interruption, 'onEnd'>;
  /** Is told of each call whose check took longer, for a log. */
  readonly onTimeout?: ((call: Checked, ms: number) => void) | undefined;
}

type Checked = Call & { readonly tool: Tool };

const optionNames: NamesOf<CheckLimitOptions> = { defaultMs: true, interruption: true, onTimeout: true };

const retryAfterMs = 1000;

/** Ends a call while a stage before its tool still makes up its mind: at the call's limit, or as the server stops. A stage that has called `next` is left alone, and one that answers at once gets no timer. */
export function limitCheck<Adds extends object>(
  stage: Stage<Checked, Adds>,
  options: CheckLimitOptions,
): Stage<Checked, Adds> {
  checkNames('limitCheck()', options, optionNames);
  const { defaultMs, interruption, onTimeout } = options;
  checkTimeLimit('defaultMs', defaultMs);
  return (call, next) => {
    let passed = false;
    let wait: CheckWait | undefined;
    const goOn = (adds?: Adds): ReturnType<typeof next> => {
      passed = true;
      // Its caller was told to try again: the tool must not run for an answer that nobody gets.
      return wait?.end() ?? (next as (adds?: Adds) => ReturnType<typeof next>)(adds);
    };
    const outcome = stage(call, goOn);
    if (passed || !isPromise(outcome)) return outcome;
    return new Promise((resolve, reject) => {
      const { tool } = call;
      const ms = isTimeLimit(tool.timeoutMs) ? tool.timeoutMs : (call.timeLimitMs ?? defaultMs);
      wait = new CheckWait(resolve);
      const limit = wait;
      if (ms <= longestTimerMs) {
        limit.startTimer(ms, () => {
          try {
            onTimeout?.(call, ms);
          } catch (thrown) {
            reject(thrown);
          }
          limit.refuse(didNotRun(tool, `The call could not be checked within ${inWords(ms)}.`));
        });
      }
      limit.leave = interruption.onEnd(call, (by) =>
        limit.refuse(
          by === 'stop' ? didNotRun(tool, 'The server stopped before the call was checked.') : cancelled(tool),
        ),
      );
      outcome.then(
        (settled) => {
          limit.end();
          resolve(settled);
        },
        (thrown: unknown) => {
          limit.end();
          reject(thrown);
        },
      );
    });
  };
}

/** The time in which a check is waited for. */
class CheckWait {
  leave: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #refusal: RefusedOutcome | undefined;
  readonly #resolve: (outcome: Outcome) => void;

  constructor(resolve: (outcome: Outcome) => void) {
    this.#resolve = resolve;
  }

  startTimer(ms: number, callback: () => void): void {
    this.#timer = setTimeout(callback, ms);
  }

  refuse(refusal: RefusedOutcome): void {
    this.#refusal = refusal;
    this.end();
    this.#resolve(refusal);
  }

  /** Answers the refusal where the wait was over before. */
  end(): RefusedOutcome | undefined {
    clearTimeout(this.#timer);
    this.leave?.();
    this.leave = undefined;
    return this.#refusal;
  }
}

function didNotRun(tool: Tool, why: string): RefusedOutcome {
  const message = `${why} The tool did not run; try again in ${waitInWords(retryAfterMs)}.`;
  return { kind: 'refused', code: 'unavailable', message, retryAfterMs, tool };
}

function cancelled(tool: Tool): RefusedOutcome {
  return { kind: 'refused', code: 'unavailable', message: 'The call was cancelled, and the tool did not run.', tool };
}
