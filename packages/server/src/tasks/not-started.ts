import type { RefusedOutcome, Tool } from '@toolwire/core';

/** Why a call did not begin. */
type NotStarted =
  | { readonly reason: 'busy' | 'full' | 'conflict' }
  | { readonly reason: 'credentials'; readonly message: string };

/** Answers a call that could not begin as a task; nothing has run. */
export function notStarted(why: NotStarted, tool: Tool): RefusedOutcome {
  switch (why.reason) {
    case 'busy':
      return overloaded('As many tasks run as may.', 1_000, tool);
    case 'full':
      return overloaded('There is no room for another task.', 10_000, tool);
    case 'conflict':
      return {
        kind: 'refused',
        code: 'call_id_conflict',
        message:
          'The call id belongs to a call of another tool or with other input. Send each call with an id of its own.',
        tool,
      };
    case 'credentials':
      return { kind: 'refused', code: 'missing_requirements', message: why.message, tool };
  }
}

function overloaded(why: string, retryAfterMs: number, tool: Tool): RefusedOutcome {
  const message = `${why} The tool did not run; try again in a while.`;
  return { kind: 'refused', code: 'overloaded', message, retryAfterMs, tool };
}
