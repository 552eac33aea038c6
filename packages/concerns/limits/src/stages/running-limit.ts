import type { Call, MaybePromise, Outcome, RefusedOutcome, Stage } from '@toolwire/core';
import { checkNames, isPromise, type NamesOf } from '@toolwire/internal';
import { memoryOf } from '../memory-of.ts';

/** How much may run at once in one process. */
export interface RunningLimitOptions {
  /** The most calls; `Infinity` for any number. */
  readonly calls: number;
  /** About how many bytes of memory their inputs may take together; `Infinity` for any number. */
  readonly inputBytes: number;
}

const optionNames: NamesOf<RunningLimitOptions> = { calls: true, inputBytes: true };

/** So few at once are let in unweighed: looking at each input would cost more than it could save. */
const unweighed = 16;

const retryAfterMs = 1000;

/** Refuses calls as `overloaded` while as many run as the memory of the process can be expected to hold; nobody waits. */
export function runningLimit(options: RunningLimitOptions): Stage<Call> {
  checkNames('runningLimit()', options, optionNames);
  const { calls, inputBytes } = options;
  let running = 0;
  let weight = 0;
  // One function for nearly all calls, since few run at once.
  const endUnweighed = (): void => {
    running -= 1;
  };
  const end = (own: number): void => {
    running -= 1;
    weight -= own;
  };
  // By itself, so that a call that is answered at once makes no function.
  const endLater = (outcome: Promise<Outcome>, own: number): void => {
    const ended = own === 0 ? endUnweighed : (): void => end(own);
    outcome.then(ended, ended);
  };

  return (call, next) => {
    if (running >= calls) return overloaded();
    const own = running < unweighed ? 0 : weightOf(call, inputBytes - weight);
    if (weight + own > inputBytes) return overloaded();
    running += 1;
    weight += own;
    let outcome: MaybePromise<Outcome>;
    try {
      outcome = next();
    } catch (thrown) {
      end(own);
      throw thrown;
    }
    if (isPromise(outcome)) {
      // Beside the outcome and not between it and its caller, who waits not a step longer for it.
      endLater(outcome, own);
    } else {
      end(own);
    }
    return outcome;
  };
}

function weightOf({ input, context }: Call, most: number): number {
  const sent = memoryOf(input, most);
  return sent + memoryOf([context.authorization, context.secrets], most - sent);
}

function overloaded(): RefusedOutcome {
  return {
    kind: 'refused',
    code: 'overloaded',
    message: 'The server runs as many calls as it takes. The tool did not run; try again in a second.',
    retryAfterMs,
  };
}
