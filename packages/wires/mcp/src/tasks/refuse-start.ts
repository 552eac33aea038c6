import type { RefusedOutcome } from '@toolwire/core';
import type { CallPlan } from '../calling/call-plan.ts';

/** Why a call could not begin as a task; nothing has run. */
export function refuseStart(reason: 'busy' | 'full', { tool }: CallPlan): RefusedOutcome {
  const why = reason === 'busy' ? 'As many tasks run as may.' : 'There is no room for another task.';
  return {
    kind: 'refused',
    code: 'overloaded',
    message: `${why} The tool did not run; try again in a while.`,
    retryAfterMs: reason === 'busy' ? 1_000 : 10_000,
    tool,
  };
}
