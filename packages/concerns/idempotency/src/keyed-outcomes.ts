import type { FailedOutcome, Outcome, RefusedOutcome, Tool } from '@toolwire/core';
import type { EndOfWork, KeyedResult } from './keyed-work.ts';
import { retryAfterOf } from './retry-after.ts';
import { replay } from './stored-outcome.ts';

/** What a keyed call is answered with. */
export function outcomeOf(result: KeyedResult<Outcome>, tool: Tool): Outcome {
  switch (result.state) {
    case 'done':
      return result.repeated ? replay(result.answer, tool) : result.answer;
    case 'left':
      return cancelled(tool);
    case 'unkept':
      return replay(unkept, tool);
    case 'conflict':
      return conflict(tool);
    case 'in_doubt':
      return inDoubt(tool);
    case 'unavailable':
      return unavailable(result.error, tool);
  }
}

/** The same of a result that is yet to come. */
export function outcomeLater(result: Promise<KeyedResult<Outcome>>, tool: Tool): Promise<Outcome> {
  return result.then((settled) => outcomeOf(settled, tool));
}

const unkept: FailedOutcome = {
  kind: 'failed',
  failure: { message: 'The tool has run, but there was no room to keep its answer for another time.' },
};

// CASE-08.
function conflict(tool: Tool): RefusedOutcome {
  return {
    kind: 'refused',
    code: 'call_id_conflict',
    message:
      'The id of this call was used for a different call before. The tool did not run; give each call an id of its own.',
    developerMessage: 'A call is repeated with the same tool, the same version of it and the same input.',
    tool,
  };
}

function inDoubt(tool: Tool): FailedOutcome {
  return {
    kind: 'failed',
    reason: 'interrupted',
    failure: {
      message:
        'The server was lost while the tool ran, and nobody knows how far it came. It was not run again; check what it has done before you make a new call.',
    },
    tool,
  };
}

function unavailable(error: unknown, tool: Tool): RefusedOutcome {
  const retryAfterMs = retryAfterOf(error) ?? 1_000;
  const seconds = Math.ceil(retryAfterMs / 1_000);
  return {
    kind: 'refused',
    code: 'unavailable',
    message: `The server cannot tell at the moment whether this call was made before. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    retryAfterMs,
    tool,
  };
}

/** Refuses an input that nobody could tell from another. */
export function notJson(tool: Tool): RefusedOutcome {
  return {
    kind: 'refused',
    code: 'malformed',
    message: 'A call with an id needs an input that is plain JSON.',
    tool,
  };
}

/** What is told of a call that was cancelled before its tool had begun. */
export function didNotRun(tool: Tool): RefusedOutcome {
  return { kind: 'refused', code: 'unavailable', message: 'The call was cancelled, and the tool did not run.', tool };
}

/** What is told of a tool that was stopped, and did not get to a result of its own. */
export function stopped(why: EndOfWork, tool: Tool, mayRunAgain: boolean): FailedOutcome {
  if (!mayRunAgain) return failed(`${whyStopped[why]} ${unknownEnd}`, tool);
  if (why === 'cancelled') return cancelled(tool);
  // Whoever comes back at this very moment still wants the answer.
  const failure = { message: `${whyStopped[why]} Try again.`, canRetry: true };
  return { kind: 'failed', reason: 'interrupted', failure, tool };
}

const whyStopped: Readonly<Record<EndOfWork, string>> = {
  cancelled: 'The call was cancelled while its tool ran.',
  unattended: 'The tool was stopped, as nobody waited for its answer any longer.',
};

const unknownEnd =
  'Nobody knows how far it came. It is not run again for this call; check what it has done before you make a new one.';

function cancelled(tool: Tool): FailedOutcome {
  return failed('The call was cancelled before the tool was done.', tool);
}

function failed(message: string, tool: Tool): FailedOutcome {
  return { kind: 'failed', reason: 'interrupted', failure: { message }, tool };
}
