import type { FailureFields } from '../web/response-fields.ts';

/** The kinds of Arcade errors that toolwire sends. */
export type ArcadeErrorKind =
  | 'TOOL_RUNTIME_BAD_INPUT_VALUE'
  | 'TOOL_RUNTIME_RETRY'
  | 'TOOL_RUNTIME_CONTEXT_REQUIRED'
  | 'TOOL_RUNTIME_FATAL';

/** The kind of a tool's failure, as in Arcade's workers. `protocols/arcade/src/arcade-error.ts` has the kinds of other errors. */
export function arcadeErrorKind(failure: {
  readonly can_retry?: boolean;
  readonly additional_prompt_content?: string;
}): ArcadeErrorKind {
  if (failure.can_retry === true) return 'TOOL_RUNTIME_RETRY';
  return failure.additional_prompt_content === undefined ? 'TOOL_RUNTIME_FATAL' : 'TOOL_RUNTIME_CONTEXT_REQUIRED';
}

/** Begins the message of invalid input. The schema of Arcade has no member for the kind of an error. */
export const invalidInputPrefix = 'Invalid input: ';

/** The prefix of workers: the kind of the error, its class, and the tool. */
const workerPrefix = /^\[[A-Z_]+\] \w+ during execution of tool '[^']*': /;

/** Removes the prefix of workers from both messages of a failure. */
export function withoutWorkerPrefix(failure: FailureFields): FailureFields {
  const { message, developerMessage } = failure;
  return {
    ...failure,
    // A message that is only a prefix stays, because a failure needs a message.
    ...(message !== undefined && { message: message.replace(workerPrefix, '') || message }),
    ...(developerMessage !== undefined && { developerMessage: developerMessage.replace(workerPrefix, '') }),
  };
}
