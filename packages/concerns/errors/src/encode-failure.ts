import { soundFailure, type ToolFailure } from './tool-failure.ts';

/** A failure as the body of an Open Tool Calling answer names its members (OTC-RESP-06 to 10). */
export interface EncodedFailure {
  readonly message: string;
  readonly developer_message?: string;
  readonly can_retry?: boolean;
  readonly additional_prompt_content?: string;
  readonly retry_after_ms?: number;
}

/** Writes a failure as the `error` of an Open Tool Calling answer, with only the members that are set. */
export function encodeFailure(failure: ToolFailure): EncodedFailure {
  const sound = soundFailure(failure as Record<keyof ToolFailure, unknown>);
  return {
    message: sound.message,
    ...(sound.developerMessage !== undefined && { developer_message: sound.developerMessage }),
    ...(sound.canRetry !== undefined && { can_retry: sound.canRetry }),
    ...(sound.additionalPromptContent !== undefined && { additional_prompt_content: sound.additionalPromptContent }),
    ...(sound.retryAfterMs !== undefined && { retry_after_ms: sound.retryAfterMs }),
  };
}
