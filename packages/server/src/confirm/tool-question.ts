import { andThen, type MaybePromise, type Outcome, type Stage } from '@toolwire/core';
import { createSecretMask } from '@toolwire/errors';
import { orElse } from '@toolwire/internal';
import { secretsOfRun } from '../run/call-credentials.ts';
import { outcomeOfThrow, type ThrowOptions } from '../run/outcome-of-throw.ts';
import type { ReadyCall } from '../run/resolved-call.ts';
import { RunContext } from '../run/run-context.ts';

/** What a tool's question adds to a call. */
export interface AddedQuestion {
  readonly question: string | undefined;
}

/** Returns the stage that gets the question of a tool. An error of the tool becomes an outcome, as in its run. */
export function createToolQuestion(options: ThrowOptions): Stage<ReadyCall, AddedQuestion> {
  return (call, next) =>
    andThen(questionOf(call, options), (question) => ('kind' in question ? question : next(question)));
}

/** The question of a tool, or the outcome of its error. */
function questionOf(call: ReadyCall, options: ThrowOptions): MaybePromise<AddedQuestion | Outcome> {
  const startedAt = performance.now();
  return orElse<AddedQuestion | Outcome>(
    () => {
      const returned = call.tool.confirm?.(call.validInput, new RunContext(call, options.logger));
      return andThen(returned, (question) => checkQuestion(question, call));
    },
    (thrown) => outcomeOfThrow(thrown, performance.now() - startedAt, call, options),
  );
}

function checkQuestion(question: unknown, call: ReadyCall): AddedQuestion {
  if (question === undefined) return { question };
  if (typeof question === 'string' && question.trim() !== '') {
    return { question: createSecretMask(secretsOfRun(call))(question) };
  }
  throw new TypeError(
    '`confirm` must return a question such as `Delete order 7?`, or undefined to run without asking.',
  );
}
