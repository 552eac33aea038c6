import { longestTimerMs } from '@toolwire/internal';
/** How a tool failed, in words that are safe to send to the user and the model. */
export interface ToolFailure {
  /** For the user and the model. */
  readonly message: string;
  /** For logs and developers; only ever what the tool's author wrote. */
  readonly developerMessage?: string;
  /** Absent means no (OTC-RESP-08). */
  readonly canRetry?: boolean;
  /** What the model should know before it tries again with changed input. */
  readonly additionalPromptContent?: string;
  readonly retryAfterMs?: number;
}

/** What the user and the model read where the author of the tool has written nothing for them. */
export const unexpectedMessage = 'The tool failed unexpectedly.';

/**
 * Keeps of a failure what its wire may carry: fields of the right type, each read once, and a message in any case.
 * Takes objects from other copies of this package and from JavaScript, hence the distrust.
 */
export function soundFailure(written: Readonly<Record<keyof ToolFailure, unknown>>): ToolFailure {
  const { message, developerMessage, canRetry, additionalPromptContent } = written;
  const retryAfterMs = wholeMilliseconds(written.retryAfterMs);
  return {
    // E62: a message that is always there and never empty
    message: typeof message === 'string' && message.trim() !== '' ? message : unexpectedMessage,
    ...(typeof developerMessage === 'string' && { developerMessage }),
    ...(typeof canRetry === 'boolean' && { canRetry }),
    ...(typeof additionalPromptContent === 'string' && { additionalPromptContent }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/** E34: a whole number, since clients reject a fraction; what is no wait at all is left out. */
function wholeMilliseconds(wait: unknown): number | undefined {
  if (typeof wait !== 'number' || !(wait >= 0)) {
    return undefined;
  }
  return wait === 0 ? 0 : Math.min(Math.ceil(wait), longestTimerMs);
}
