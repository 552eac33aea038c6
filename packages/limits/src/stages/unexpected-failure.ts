import type { Outcome } from '@toolwire/core';
import { noAnswerWithin } from '../time-limit.ts';

/** What a failure says whose tool's author said nothing. */
const unexpected = 'The tool failed unexpectedly.';

/**
 * Tells failures that no author foresaw, which are unexpected errors and time-outs, from those a tool reports in its author's own
 * words. An outcome does not say who wrote its message, so the sentences are what there is to go by.
 */
export function isUnexpectedFailure(outcome: Outcome): boolean {
  if (outcome.kind !== 'failed') return false;
  const { message } = outcome.failure;
  return message === unexpected || message.startsWith(noAnswerWithin);
}
