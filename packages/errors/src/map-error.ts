import { isToolError } from './tool-error.ts';
import { soundFailure, type ToolFailure, unexpectedMessage } from './tool-failure.ts';

/**
 * Turns anything thrown into a failure that is safe to send: a tool error in its author's words, everything else as one
 * fixed sentence with nothing derived from it. Never throws.
 */
export function mapError(thrown: unknown): ToolFailure {
  if (isToolError(thrown)) {
    try {
      return soundFailure(thrown as Record<keyof ToolFailure, unknown>);
    } catch {
      // A subclass with a field that throws when read: it gets the sentence of every unexpected error.
    }
  }
  return { message: unexpectedMessage };
}
