import type { Call, FailedOutcome, Outcome, RefusedOutcome, Tool } from '@toolwire/core';
import { formatWait, hasVersion, mayRunTwice } from '@toolwire/internal';
import type { EndReason, KeyedResult } from '../runs/keyed-work.ts';
import { notStored, type RecordedOutcome, versionOf } from './stored-outcome.ts';

/** A call whose tool is known. */
export type ToolCall = Call & { readonly tool: Tool };

type UnavailableResult = Extract<KeyedResult<unknown>, { readonly state: 'unavailable' }>;

/** Returns the outcome of a keyed call. */
export function outcomeOf(result: KeyedResult<RecordedOutcome>, call: ToolCall): Outcome {
  const { tool } = call;
  switch (result.state) {
    case 'done':
      if (!result.repeated) return result.value;
      return requestsOtherVersion(result.value, call) ? conflict(tool) : replay(result.value, tool);
    case 'left':
      return canceled(tool);
    case 'not_stored':
      return replay(notStored, tool);
    case 'conflict':
      return conflict(tool);
    case 'in_doubt':
      return inDoubt(tool);
    case 'unavailable':
      return unavailable(result, tool);
  }
}

/** A call without a version matches any version. */
function requestsOtherVersion(outcome: RecordedOutcome, call: ToolCall): boolean {
  const version = hasVersion(call) ? versionOf(outcome) : undefined;
  return version !== undefined && version !== call.tool.version;
}

/** The stored outcome for a repeated call. Protocols mark it as replayed. */
function replay({ toolVersion: _version, ...outcome }: RecordedOutcome, tool: Tool): Outcome {
  return { ...outcome, replayed: true, tool };
}

/** Refuses a call ID that was used for a different call: `fingerprint.ts` decides which calls differ (CASE-08). */
function conflict(tool: Tool): RefusedOutcome {
  return {
    kind: 'refused',
    code: 'call_id_conflict',
    message:
      'The ID of this call was used for a different call before. The tool did not run. Use a new ID for each call.',
    developerMessage:
      'To repeat a call, send the same tool and input. Omit the version, or request the version that ran.',
    tool,
  };
}

function inDoubt(tool: Tool): FailedOutcome {
  return {
    kind: 'failed',
    reason: 'interrupted',
    failure: {
      message:
        'An earlier run of this call was interrupted, so it is unknown what the tool has done. It was not run again. Check its effects before you make a new call.',
    },
    tool,
  };
}

function unavailable({ error, hasRun }: UnavailableResult, tool: Tool): RefusedOutcome {
  const retryAfterMs = retryAfterMsOf(error) ?? 1_000;
  const wait = formatWait(retryAfterMs);
  const message =
    hasRun === true
      ? `The tool has run, but the server could not store its result. Repeat this call with the same ID in ${wait}.`
      : `The server currently cannot check whether this call was made before. Try again in ${wait}.`;
  return { kind: 'refused', code: 'unavailable', message, retryAfterMs, mayHaveRun: true, tool };
}

/** Refuses an input that has no canonical JSON. */
export function inputNotJson(tool: Tool): RefusedOutcome {
  return {
    kind: 'refused',
    code: 'malformed',
    message: 'The input of a call with an ID must be plain JSON.',
    tool,
  };
}

/** The outcome of a call that was canceled before its tool started. */
export function didNotRun(tool: Tool): RefusedOutcome {
  return { kind: 'refused', code: 'unavailable', message: 'The call was canceled, and the tool did not run.', tool };
}

/** The outcome of a call whose tool was stopped before it returned a result. */
export function stopped(reason: EndReason, tool: Tool): FailedOutcome {
  if (!mayRunTwice(tool)) return failed(`${stopMessages[reason]} ${unknownEffect}`, tool);
  if (reason === 'canceled') return canceled(tool);
  // A caller that returned at this moment still wants the result.
  const failure = { message: `${stopMessages[reason]} Try again.`, canRetry: true };
  return { kind: 'failed', reason: 'interrupted', failure, tool };
}

const stopMessages: Readonly<Record<EndReason, string>> = {
  canceled: 'The call was canceled while its tool ran.',
  unattended: 'The tool was stopped because no caller waited for its result.',
};

const unknownEffect =
  'It is unknown what the tool has done. It is not run again for this call. Check its effects before you make a new call.';

function canceled(tool: Tool): FailedOutcome {
  return failed('The call was canceled. The tool may have had an effect.', tool);
}

function failed(message: string, tool: Tool): FailedOutcome {
  return { kind: 'failed', reason: 'interrupted', failure: { message }, tool };
}

/** The `retryAfterMs` of a store error, in whole milliseconds. */
function retryAfterMsOf(error: unknown): number | undefined {
  const ms: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'retryAfterMs') : undefined;
  const isUsable = typeof ms === 'number' && ms > 0 && ms <= Number.MAX_SAFE_INTEGER;
  return isUsable ? Math.ceil(ms) : undefined;
}
