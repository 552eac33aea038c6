import type { Call, Outcome, RefusedOutcome } from '@toolwire/core';
import { areAskable } from '@toolwire/core/wire';
import { failed, type JsonObject, type RunCall, type RunEnd, type TaskCallContext } from '@toolwire/tasks';
import { asJson, keptEnd } from './kept-outcome.ts';
import { callOf } from './task-call.ts';

/** How often a call is run whose tool says that it may be tried again, or that could not begin. */
const mostAttempts = 5;
/** Where nobody says how long to wait. */
const longestPauseMs = 60_000;

/** Runs calls that were kept, through all that a server does with any call. */
export function createRunKeptCall(run: (call: Call) => Promise<Outcome>): RunCall {
  return async (context) => endOf(await run(callOf(context)), context);
}

function endOf(outcome: Outcome, context: TaskCallContext): RunEnd {
  const { call, again, endsAt } = context;
  if (outcome.kind === 'input_required') return parked(outcome, context);
  if (outcome.kind === 'failed' && outcome.reason === 'interrupted') {
    // The server stops: another process may run it again, or nobody may.
    return call.retrySafe ? { status: 'handed_back', againInMs: 0, interrupted: true } : mayHaveRun;
  }
  const againInMs = again + 1 < mostAttempts ? pauseBefore(outcome, context) : undefined;
  // What would be run again when nobody can be told of it any more has ended.
  return againInMs === undefined || Date.now() + againInMs >= endsAt
    ? keptEnd(outcome, call.callId)
    : { status: 'handed_back', againInMs };
}

/** TASK-22: how long to wait before a call is run again by itself; `undefined` where it has ended. */
function pauseBefore(outcome: Outcome, { call, again }: TaskCallContext): number | undefined {
  const usualMs = Math.min(1_000 * 2 ** again, longestPauseMs);
  // Nothing has run.
  if (outcome.kind === 'refused') return isPassing(outcome) ? (outcome.retryAfterMs ?? usualMs) : undefined;
  if (outcome.kind !== 'failed' || !call.retrySafe) return undefined;
  const { canRetry, retryAfterMs, additionalPromptContent } = outcome.failure;
  // A hint for the model is for another input.
  return canRetry === true && additionalPromptContent === undefined ? retryAfterMs : undefined;
}

function isPassing({ code }: RefusedOutcome): boolean {
  return code === 'unavailable' || code === 'overloaded';
}

function parked(outcome: Outcome & { readonly kind: 'input_required' }, context: TaskCallContext): RunEnd {
  const { call, answers } = context;
  if (!areAskable(outcome.requests, call.askable ?? [])) return keptEnd(outcome, call.callId);
  if (Object.keys(outcome.requests).every((key) => Object.hasOwn(answers, key))) {
    return keptEnd({ ...asksForEver, ...(outcome.tool && { tool: outcome.tool }) }, call.callId);
  }
  return { status: 'input_required', requests: asJson(outcome.requests) as JsonObject };
}

/** How a call ends that asks again for what it was given. */
export const asksForEver: RefusedOutcome = {
  kind: 'refused',
  code: 'internal',
  message: 'The tool asks again for what it has been given.',
};

const mayHaveRunText = 'The server was stopped while the call ran, so the call may have run. It is not run again.';
const mayHaveRun = failed({ message: mayHaveRunText, mayHaveRun: true }, mayHaveRunText);
