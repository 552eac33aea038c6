import type { RefusedOutcome, Tool } from '@toolwire/core';
import { formatWait, mayRunTwice } from '@toolwire/internal';
import type { ResolvedCall } from '../run/resolved-call.ts';

/** Why a call did not start. */
type StartRefusal =
  | { readonly reason: 'busy' | 'full' | 'conflict'; readonly retryAfterMs?: number | undefined }
  | { readonly reason: 'credentials'; readonly message: string };

/** Stands for the outcome of a call that was not made before, and is recognized by its identity. No caller gets it. */
export const newCall: RefusedOutcome = { kind: 'refused', code: 'not_found', message: 'The call was not made before.' };

/** The refusal of a call that could not start as a task. The tool did not run. */
export function startRefused(refusal: StartRefusal, tool: Tool): RefusedOutcome {
  switch (refusal.reason) {
    case 'busy':
      return overloaded('Too many tasks are running.', 1_000, tool);
    case 'full':
      return overloaded('The task store is full.', refusal.retryAfterMs ?? 10_000, tool);
    case 'conflict':
      return {
        kind: 'refused',
        code: 'call_id_conflict',
        message:
          'The call ID belongs to a different call: another tool, another requested version, or another input. Use a new ID for each call.',
        tool,
      };
    case 'credentials':
      return { kind: 'refused', code: 'missing_requirements', message: refusal.message, tool };
  }
}

function overloaded(reason: string, retryAfterMs: number, tool: Tool): RefusedOutcome {
  const message = `${reason} The tool did not run. Retry in ${formatWait(retryAfterMs)}.`;
  return { kind: 'refused', code: 'overloaded', message, retryAfterMs, tool };
}

/** The delay before a retry, in milliseconds. It is short, because the call already waited for the store. */
const storeRetryMs = 1_000;

/** The refusal of a call whose task could not be stored, if only this process could have run it. */
export function startFailed(tool: Tool): RefusedOutcome {
  const message = `The server can't store calls right now. The tool did not run. Retry in ${formatWait(storeRetryMs)}.`;
  return { kind: 'refused', code: 'unavailable', message, retryAfterMs: storeRetryMs, tool };
}

/** The refusal of a call whose store did not answer. Another process may still run it. */
export function startUnknown({ tool, callerCallId }: ResolvedCall): RefusedOutcome {
  const refused = { kind: 'refused', code: 'unavailable', mayHaveRun: true, tool } as const;
  if (callerCallId !== undefined) {
    return {
      ...refused,
      message:
        "The server doesn't know right now whether this call has started. Retry with the same call ID in 1 second to get its state.",
      retryAfterMs: storeRetryMs,
    };
  }
  // Without a call ID, a retry is a new call.
  const mayRepeat = mayRunTwice(tool);
  return {
    ...refused,
    message: mayRepeat
      ? "The server doesn't know right now whether this call has started. Retry in 1 second."
      : "The server doesn't know whether this call has started. Check what it has done before you make a new call.",
    ...(mayRepeat && { retryAfterMs: storeRetryMs }),
  };
}
