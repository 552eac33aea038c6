import type { DeferredOutcome, InvalidOutcome, RefusedOutcome, ToolFailure } from '@toolwire/core';
import { describeDeferral } from '@toolwire/core/internal';
import { encodeFailure } from '@toolwire/errors';
import { type ArcadeErrorKind, arcadeErrorKind, invalidInputPrefix } from '@toolwire/internal';

/** An error, before a profile chooses which of its members to send. */
export interface ArcadeError {
  readonly kind: ArcadeErrorKind;
  readonly message: string;
  readonly developer_message?: string | undefined;
  readonly can_retry: boolean;
  readonly additional_prompt_content?: string | undefined;
  readonly retry_after_ms?: number | undefined;
  readonly status_code?: number;
}

/** The failure of a tool. `can_retry` marks a retryable one. */
export function errorOfFailure(failure: ToolFailure): ArcadeError {
  const encoded = encodeFailure(failure);
  const { message, developer_message, can_retry = false, additional_prompt_content, retry_after_ms } = encoded;
  const kind = arcadeErrorKind(encoded);
  return { kind, message, developer_message, can_retry, additional_prompt_content, retry_after_ms };
}

/** Invalid input, with one sentence for each invalid parameter. */
export function errorOfInvalidInput({ message, parameterErrors }: InvalidOutcome): ArcadeError {
  const problems = Object.entries(parameterErrors).map(([name, problem]) => `${name}: ${problem}`);
  const text = problems.length === 0 ? message : invalidInputPrefix + problems.join('; ');
  return { kind: 'TOOL_RUNTIME_BAD_INPUT_VALUE', message: text, can_retry: false, status_code: 400 };
}

/** A requirement that no sign-in can supply, such as a secret or the user ID. */
export function errorOfMissing({ message, developerMessage }: RefusedOutcome): ArcadeError {
  return { kind: 'TOOL_RUNTIME_CONTEXT_REQUIRED', message, developer_message: developerMessage, can_retry: false };
}

/** A call that still runs: the engine retries with the same execution_id. */
export function errorOfDeferral(outcome: DeferredOutcome): ArcadeError {
  const retryAfterMs = outcome.task.pollAfterMs;
  return errorOfFailure({ message: describeDeferral(outcome), canRetry: true, retryAfterMs });
}

/** The members of an error that the strict profile sends. */
export function strictError({ kind: _kind, status_code: _status, ...error }: ArcadeError): object {
  return error;
}

/** Every member of an error, as Arcade's own workers send them. E55 */
export function workerError(error: ArcadeError): object {
  return {
    message: error.message,
    kind: error.kind,
    developer_message: error.developer_message ?? null,
    can_retry: error.can_retry,
    additional_prompt_content: error.additional_prompt_content ?? null,
    retry_after_ms: error.retry_after_ms ?? null,
    // A stack trace is never sent to a caller.
    stacktrace: null,
    status_code: error.status_code ?? null,
    extra: null,
  };
}
