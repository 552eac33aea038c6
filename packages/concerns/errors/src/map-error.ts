import { maskSecrets } from './mask-secrets.ts';
import { isToolError } from './tool-error.ts';
import { soundFailure, type ToolFailure, unexpectedMessage } from './tool-failure.ts';

/** How errors that nobody wrote for a caller are answered. */
export interface MapErrorOptions {
  /** What to say instead of "The tool failed unexpectedly.", for code that is no tool. */
  readonly unexpectedMessage?: string | undefined;
  /** Tokens, passwords and the like, which are masked where even a tool error repeats them. */
  readonly secrets?: readonly string[] | undefined;
}

/**
 * Turns anything thrown into a failure that is safe to send: a tool error in its author's words, everything else as one
 * fixed sentence with nothing derived from it. Never throws.
 */
export function mapError(thrown: unknown, options: MapErrorOptions = {}): ToolFailure {
  if (isToolError(thrown)) {
    try {
      const failure = soundFailure(thrown as Record<keyof ToolFailure, unknown>);
      return options.secrets === undefined ? failure : masked(failure, options.secrets);
    } catch {
      // A subclass with a field that throws when read: it gets the sentence of every unexpected error.
    }
  }
  return { message: options.unexpectedMessage ?? unexpectedMessage };
}

function masked(failure: ToolFailure, secrets: readonly string[]): ToolFailure {
  const mask = maskSecrets(secrets);
  const { message, developerMessage, additionalPromptContent } = failure;
  return {
    ...failure,
    message: mask(message),
    ...(developerMessage !== undefined && { developerMessage: mask(developerMessage) }),
    ...(additionalPromptContent !== undefined && { additionalPromptContent: mask(additionalPromptContent) }),
  };
}
