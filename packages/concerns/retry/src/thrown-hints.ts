import type { RetryHints } from './retryable-outcome.ts';

// The marks of `@toolwire/errors` and `@toolwire/limits`, which this package works without.
const toolErrorMark = Symbol.for('toolwire.tool-error');
const limitErrorMark = Symbol.for('toolwire.limit-error');

/**
 * What an error says about trying again. A tool's error speaks for itself, a limit says when to come back, and what was aborted stays
 * so; of any other error nothing is known, and whoever asks has said that the work may be done again.
 */
export function hintsOf(thrown: unknown): RetryHints {
  if (isToolError(thrown)) return thrown;
  if (isLimitError(thrown)) return { canRetry: true, retryAfterMs: thrown.retryAfterMs };
  return { canRetry: !isAbort(thrown) };
}

function isToolError(thrown: unknown): thrown is RetryHints {
  return typeof thrown === 'object' && thrown !== null && toolErrorMark in thrown;
}

function isLimitError(thrown: unknown): thrown is { readonly retryAfterMs: number } {
  return typeof thrown === 'object' && thrown !== null && limitErrorMark in thrown;
}

function isAbort(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && 'name' in thrown && thrown.name === 'AbortError';
}
