import type { Call, Outcome, RefusedOutcome } from '@toolwire/core';
import { areAskable } from '@toolwire/core/internal';
import { failed, type JsonObject, type RunCall, type RunEnd, type TaskCallContext } from '@toolwire/tasks';
import { fromTaskCall } from './stored-call.ts';
import { asJson, taskEndOf, tooManyQuestions } from './stored-outcome.ts';

/** Runs stored calls through the pipeline of the server. */
export function createRunStoredCall(run: (call: Call) => Promise<Outcome>): RunCall {
  return async (context) => runEndOf(await run(fromTaskCall(context)), context);
}

function runEndOf(outcome: Outcome, context: TaskCallContext): RunEnd {
  const { call } = context;
  if (outcome.kind === 'input_required') return waitForInput(outcome, context);
  if (outcome.kind === 'failed' && outcome.reason === 'interrupted') {
    // The server stops. Another process may run the call again only if that is safe.
    return call.retrySafe ? { status: 'handed_back', againInMs: 0, interrupted: true } : mayHaveRun;
  }
  const againInMs = retryDelayMs(outcome, context);
  return againInMs === undefined ? taskEndOf(outcome, call.callId) : { status: 'handed_back', againInMs };
}

function waitForInput(outcome: Outcome & { readonly kind: 'input_required' }, context: TaskCallContext): RunEnd {
  const { call, answers } = context;
  if (!areAskable(outcome.requests, call.askable ?? [])) return taskEndOf(outcome, call.callId);
  if (Object.keys(outcome.requests).every((key) => Object.hasOwn(answers, key))) {
    return taskEndOf({ ...tooManyQuestions, ...(outcome.tool && { tool: outcome.tool }) }, call.callId);
  }
  return { status: 'input_required', requests: asJson(outcome.requests) as JsonObject };
}

const mayHaveRunText = 'The server was stopped while the call ran, so the call may have run. It is not run again.';
const mayHaveRun = failed({ message: mayHaveRunText, mayHaveRun: true }, mayHaveRunText);

/** How often a call runs if its tool is retryable or it could not start. */
const maxRuns = 5;
/** The maximum backoff. */
const maxPauseMs = 60_000;

/** The delay before an automatic retry, in milliseconds; `undefined` if the call has ended (TASK-22). */
function retryDelayMs(outcome: Outcome, context: TaskCallContext): number | undefined {
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
