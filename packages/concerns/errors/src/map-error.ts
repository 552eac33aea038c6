import { createSecretMask } from '@toolwire/internal';
import { isToolError } from './tool-error.ts';
import { sanitizeFailure, type ToolFailure, unexpectedMessage } from './tool-failure.ts';

/** Options of `mapError()`. */
export interface MapErrorOptions {
  // The default is in `tool-failure.ts`, because `ToolError` needs it too.
  /** Replaces "The tool failed unexpectedly.", for code that is not a tool. */
  readonly unexpectedMessage?: string | undefined;
  /** Tokens, passwords and other secrets to mask in tool errors. */
  readonly secrets?: readonly string[] | undefined;
}

/**
 * Converts a thrown value to a failure that is safe to send: a tool error keeps its message, all others get a fixed one.
 * Never throws.
 */
export function mapError(thrown: unknown, options: MapErrorOptions = {}): ToolFailure {
  const { unexpectedMessage: message = unexpectedMessage, secrets } = options;
  if (isToolError(thrown)) {
    try {
      const failure = sanitizeFailure(thrown as Record<keyof ToolFailure, unknown>, message);
      return secrets === undefined ? failure : masked(failure, secrets);
    } catch {
      // A field of a subclass throws when read, so the error counts as unexpected.
    }
  }
  return { message };
}

function masked(failure: ToolFailure, secrets: readonly string[]): ToolFailure {
  const mask = createSecretMask(secrets);
  const { message, developerMessage, additionalPromptContent } = failure;
  return {
    ...failure,
    message: mask(message),
    ...(developerMessage !== undefined && { developerMessage: mask(developerMessage) }),
    ...(additionalPromptContent !== undefined && { additionalPromptContent: mask(additionalPromptContent) }),
  };
}
