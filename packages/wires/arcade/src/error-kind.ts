import type { ToolFailure } from '@toolwire/core';
import { encodeFailure } from '@toolwire/errors';

/** The kinds of errors that this wire derives, of all that Arcade knows. */
type ErrorKind =
  | 'TOOL_RUNTIME_BAD_INPUT_VALUE'
  | 'TOOL_RUNTIME_RETRY'
  | 'TOOL_RUNTIME_CONTEXT_REQUIRED'
  | 'TOOL_RUNTIME_FATAL';

/** An error as both profiles write it. */
export interface ArcadeError {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly developer_message?: string | undefined;
  readonly can_retry: boolean;
  readonly additional_prompt_content?: string | undefined;
  readonly retry_after_ms?: number | undefined;
  readonly status_code?: number;
}

/** Writes a failure, with the kind that Arcade would give it. */
export function errorOf(failure: ToolFailure): ArcadeError {
  const {
    message,
    developer_message,
    can_retry = false,
    additional_prompt_content,
    retry_after_ms,
  } = encodeFailure(failure);
  const kind = can_retry
    ? 'TOOL_RUNTIME_RETRY'
    : additional_prompt_content === undefined
      ? 'TOOL_RUNTIME_FATAL'
      : 'TOOL_RUNTIME_CONTEXT_REQUIRED';
  return { kind, message, developer_message, can_retry, additional_prompt_content, retry_after_ms };
}
