import { createSecretMask } from '@toolwire/internal';
import { isToolError } from './tool-error.ts';
import { sanitizeFailure, type ToolFailure, unexpectedMessage } from './tool-failure.ts';

/**
 * Converts a thrown value to a failure that is safe to send: a tool error keeps its message, all others get a fixed one. Masks the
 * `secrets`, such as tokens and passwords. Never throws.
 */
export function mapError(thrown: unknown, secrets: readonly string[] = []): ToolFailure {
  if (isToolError(thrown)) {
    try {
      return masked(sanitizeFailure(thrown as Record<keyof ToolFailure, unknown>), secrets);
    } catch {
      // A field of a subclass throws when read, so the error counts as unexpected.
    }
  }
  return { message: unexpectedMessage };
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
