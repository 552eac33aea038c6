import { sanitizeFailure, type ToolFailure } from './tool-failure.ts';

/** A failure with the field names of an Open Tool Calling response (OTC-RESP-06 to 10). */
export interface EncodedFailure {
  readonly message: string;
  readonly developer_message?: string;
  readonly can_retry?: boolean;
  readonly additional_prompt_content?: string;
  readonly retry_after_ms?: number;
}

/**
 * Encodes a failure as the `error` of an Open Tool Calling response, without absent fields. Invalid fields are dropped, because a
 * failure may come from a stage in JavaScript.
 */
export function encodeFailure(failure: ToolFailure): EncodedFailure {
  const clean = sanitizeFailure(failure as Record<keyof ToolFailure, unknown>);
  return {
    message: clean.message,
    ...(clean.developerMessage !== undefined && { developer_message: clean.developerMessage }),
    ...(clean.canRetry !== undefined && { can_retry: clean.canRetry }),
    ...(clean.additionalPromptContent !== undefined && { additional_prompt_content: clean.additionalPromptContent }),
    ...(clean.retryAfterMs !== undefined && { retry_after_ms: clean.retryAfterMs }),
  };
}
