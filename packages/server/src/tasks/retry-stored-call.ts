import type { Outcome, RefusedOutcome } from '@toolwire/core';
import type { TaskCallContext } from '@toolwire/tasks';

/** How often a call runs if its tool is retryable or it could not start. */
const maxRuns = 5;
/** The maximum backoff. */
const maxPauseMs = 60_000;

/** The delay before an automatic retry, in milliseconds; `undefined` if the call has ended (TASK-22). */
export function retryDelayMs(outcome: Outcome, context: TaskCallContext): number | undefined {
  const { handBacks, endsAt } = context;
  const delayMs = handBacks + 1 < maxRuns ? delayOf(outcome, context) : undefined;
  // No retry after the task expires.
  return delayMs === undefined || Date.now() + delayMs >= endsAt ? undefined : delayMs;
}

function delayOf(outcome: Outcome, { call, handBacks }: TaskCallContext): number | undefined {
  const usualMs = Math.min(1_000 * 2 ** handBacks, maxPauseMs);
  if (outcome.kind === 'refused') {
    const canRepeat = outcome.mayHaveRun !== true || call.retrySafe;
    return canRepeat && isTemporary(outcome) ? (outcome.retryAfterMs ?? usualMs) : undefined;
  }
  if (outcome.kind !== 'failed' || !call.retrySafe) return undefined;
  const { canRetry, retryAfterMs, additionalPromptContent } = outcome.failure;
  // A hint for the model asks for other input, so the same input would fail again.
  return canRetry === true && additionalPromptContent === undefined ? retryAfterMs : undefined;
}

function isTemporary({ code }: RefusedOutcome): boolean {
  return code === 'unavailable' || code === 'overloaded';
}
