import { toDelayMs } from '@toolwire/internal';

/** The message for failures that the tool did not report itself: callers never see the text of an unexpected error. */
export const unexpectedMessage = 'The tool failed unexpectedly.';

/** A tool's failure, which is safe to send to the user and the model. */
export interface ToolFailure {
  /** For the user and the model. */
  readonly message: string;
  /** For logs and developers, as written by the tool's author. */
  readonly developerMessage?: string;
  /** Whether the call can be retried; default `false` (OTC-RESP-08). */
  readonly canRetry?: boolean;
  /** Content for the model before it calls again with changed input. */
  readonly additionalPromptContent?: string;
  /** How long to wait before a retry. */
  readonly retryAfterMs?: number;
}

/**
 * Copies the fields that have the right type, and ensures a message. Each field is read once, because failures may come from
 * other copies of this package and from JavaScript.
 */
export function sanitizeFailure(written: Readonly<Record<keyof ToolFailure, unknown>>): ToolFailure {
  const { message, developerMessage, canRetry, additionalPromptContent } = written;
  // Whole milliseconds, within the maximum of a timer (E34).
  const retryAfterMs = toDelayMs(written.retryAfterMs);
  return {
    // The message is never empty (E62).
    message: typeof message === 'string' && message.trim() !== '' ? message : unexpectedMessage,
    ...(typeof developerMessage === 'string' && { developerMessage }),
    ...(typeof canRetry === 'boolean' && { canRetry }),
    ...(typeof additionalPromptContent === 'string' && { additionalPromptContent }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}
