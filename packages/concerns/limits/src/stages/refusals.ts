import type { RefusedOutcome, Tool } from '@toolwire/core';
import { formatWait } from '@toolwire/internal';

/** The retry delay of calls that did not run, or were interrupted. */
export const defaultRetryAfterMs = 1_000;

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
