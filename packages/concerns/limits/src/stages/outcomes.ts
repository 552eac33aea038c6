import type { FailedOutcome, RefusedOutcome, Tool } from '@toolwire/core';
import { formatWait, mayRunTwice } from '@toolwire/internal';

const defaultRetryAfterMs = 1_000;

/** Why a limit refuses a call before its tool runs. */
export interface LimitRefusal {
  readonly code: 'overloaded' | 'unavailable';
  /** A sentence with its period. */
  readonly reason: string;
  /** Default: one second. */
  readonly retryAfterMs?: number | undefined;
  readonly tool?: Tool | undefined;
}

/** Refuses a call, and says that the tool did not run and when to try again. */
export function refuseBeforeRun({
  code,
  reason,
  retryAfterMs = defaultRetryAfterMs,
  tool,
}: LimitRefusal): RefusedOutcome {
  const message = `${reason} The tool did not run; try again in ${formatWait(retryAfterMs)}.`;
  return { kind: 'refused', code, message, retryAfterMs, ...(tool && { tool }) };
}

/** Refuses a canceled call, without a retry hint. */
export function refuseCanceled(tool: Tool): RefusedOutcome {
  return { kind: 'refused', code: 'unavailable', message: 'The call was canceled, and the tool did not run.', tool };
}

/** Fails a call whose server stops. The tool may have had an effect, so only tools that may run twice can be retried. */
export function failInterrupted(tool: Tool): FailedOutcome {
  const canRetry = mayRunTwice(tool);
  return {
    kind: 'failed',
    reason: 'interrupted',
    failure: {
      message: 'The server stopped before the tool was done.',
      ...(canRetry ? { canRetry, retryAfterMs: defaultRetryAfterMs } : {}),
    },
    tool,
  };
}

/** Fails a call that was canceled while its tool ran, without a retry hint. */
export function failCanceled(tool: Tool): FailedOutcome {
  const failure = { message: 'The call was canceled. The tool may have had an effect.' };
  return { kind: 'failed', reason: 'interrupted', failure, tool };
}
