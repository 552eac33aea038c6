import type { FailedOutcome, RefusedOutcome, Tool } from '@toolwire/core';
import { type Confirmation, type ConfirmationCode, confirmationParameter } from '@toolwire/core/internal';

const reasons: Readonly<Record<ConfirmationCode, string>> = {
  confirmation_required: 'This call must be confirmed first.',
  confirmation_invalid: `The ${confirmationParameter} was not issued by this server.`,
  confirmation_expired: `The ${confirmationParameter} has expired.`,
  confirmation_used: `The ${confirmationParameter} was used before: each one confirms one call.`,
  confirmation_other_caller: `The ${confirmationParameter} was issued to another caller.`,
  confirmation_other_tool: `The ${confirmationParameter} was issued for another tool or version.`,
  confirmation_other_input: `The ${confirmationParameter} was issued for other input.`,
  confirmation_other_question: `The question has changed since the ${confirmationParameter} was issued.`,
};

/** The outcome of a call that is not confirmed, with a new token. Without a retry flag, because no client may repeat it on its own. */
export function unconfirmed(confirmation: Confirmation, tool: Tool): FailedOutcome {
  const { code, question, token, expiresAt } = confirmation;
  const failure = {
    message: `${reasons[code]} The tool did not run. ${question}`,
    additionalPromptContent: `Show this question to the user, and wait for the answer: ${question}\nOnly if the user agrees, call the tool again with the same input and "${confirmationParameter}": "${token}". It is valid for one call, until ${new Date(expiresAt).toISOString()}. Otherwise do not call the tool.`,
  };
  return { kind: 'failed', reason: 'unconfirmed', failure, confirmation, tool };
}

/** The outcome of a call whose user did not agree. */
export function declined(tool: Tool): FailedOutcome {
  const message =
    'The user did not confirm the call, and the tool did not run. Do not call it again unless the user asks for it.';
  return { kind: 'failed', reason: 'unconfirmed', failure: { message }, tool };
}

/** The outcome of a call whose token can't be checked now. */
export function uncheckable(tool: Tool): RefusedOutcome {
  return {
    kind: 'refused',
    code: 'unavailable',
    message:
      "The server can't check right now whether the confirmation was used before, and the tool did not run. Retry in 1 second.",
    retryAfterMs: 1000,
    tool,
  };
}

/** The outcome of a call that ended while its user was asked. */
export function endedEarly(reason: 'stop' | 'cancellation', tool: Tool): RefusedOutcome {
  const cause = reason === 'stop' ? 'The server stopped before the call was confirmed' : 'The call was canceled';
  return { kind: 'refused', code: 'unavailable', message: `${cause}, and the tool did not run.`, tool };
}

/** The outcome of a call whose input can't be compared with the next call. */
export function inputNotJson(tool: Tool): RefusedOutcome {
  return {
    kind: 'refused',
    code: 'malformed',
    message: 'The input of a call that must be confirmed must be plain JSON.',
    tool,
  };
}
