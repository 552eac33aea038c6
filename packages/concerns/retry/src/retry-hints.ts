import type { RetryHints } from './retryable-outcome.ts';

// The marks of `@toolwire/errors` and `@toolwire/limits`, which are not dependencies.
const toolErrorMark = Symbol.for('toolwire.tool-error');
const limitErrorMark = Symbol.for('toolwire.limit-error');

/**
 * Returns the retry hints of an error. A tool error has its own, a limit error has a wait, and an abort is not retried. All
 * other errors are retried, because the caller declared the work to be idempotent.
 */
export function retryHintsOf(thrown: unknown): RetryHints {
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
