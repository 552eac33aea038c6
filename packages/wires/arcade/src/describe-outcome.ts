import type { DeferredOutcome, InvalidOutcome, RefusedOutcome, ToolFailure } from '@toolwire/core';
import { describeDeferral } from '@toolwire/core/wire';
import type { ArcadeError } from './error-kind.ts';

/** Bad input as Arcade's workers tell of it, each parameter with what is wrong with it. */
export function invalidFailure({ message, parameterErrors }: InvalidOutcome): ArcadeError {
  const problems = Object.entries(parameterErrors).map(([name, problem]) => `${name}: ${problem}`);
  const text = problems.length === 0 ? message : `Invalid input: ${problems.join('; ')}`;
  return { kind: 'TOOL_RUNTIME_BAD_INPUT_VALUE', message: text, can_retry: false, status_code: 400 };
}

/** A requirement that no sign-in can meet. */
export function missingFailure({ message, developerMessage }: RefusedOutcome): ArcadeError {
  return { kind: 'TOOL_RUNTIME_CONTEXT_REQUIRED', message, developer_message: developerMessage, can_retry: false };
}

/** Work that is not done yet: the same execution_id, a little later. */
export function deferredFailure(outcome: DeferredOutcome): ToolFailure {
  return { message: describeDeferral(outcome), canRetry: true, retryAfterMs: outcome.task.pollAfterMs };
}
