import type { RefusedOutcome, Tool } from '@toolwire/core';
import { formatWait } from '@toolwire/internal';

/** Why a limit refuses a call before its tool runs. */
export interface LimitRefusal {
  readonly code: 'overloaded' | 'unavailable';
  /** A sentence with its period. */
  readonly reason: string;
  readonly retryAfterMs: number;
  readonly tool?: Tool | undefined;
}

/** Refuses a call, and says that the tool did not run and when to try again. */
export function refuseBeforeRun({ code, reason, retryAfterMs, tool }: LimitRefusal): RefusedOutcome {
  const message = `${reason} The tool did not run; try again in ${formatWait(retryAfterMs)}.`;
  return { kind: 'refused', code, message, retryAfterMs, ...(tool && { tool }) };
}
