import { isToolError } from './tool-error.ts';
import { soundFailure, type ToolFailure, unexpectedMessage } from './tool-failure.ts';

/** How errors that nobody wrote for a caller are answered. */
export interface MapErrorOptions {
  /** What to say instead of "The tool failed unexpectedly.", for code that is no tool. */
  readonly unexpectedMessage?: string;
}

/**
 * Turns anything thrown into a failure that is safe to send: a tool error in its author's words, everything else as one
 * fixed sentence with nothing derived from it. Never throws.
 */
export function mapError(thrown: unknown, options: MapErrorOptions = {}): ToolFailure {
  if (isToolError(thrown)) {
    try {
      return soundFailure(thrown as Record<keyof ToolFailure, unknown>);
    } catch {
      // A subclass with a field that throws when read: it gets the sentence of every unexpected error.
    }
  }
  return { message: options.unexpectedMessage ?? unexpectedMessage };
}
