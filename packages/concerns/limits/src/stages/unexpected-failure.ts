import type { Outcome } from '@toolwire/core';

/** Tells failures that no author foresaw, which are unexpected errors, bad outputs and time-outs, from those a tool reports. */
export function isUnexpectedFailure(outcome: Outcome): boolean {
  if (outcome.kind !== 'failed') return false;
  const { reason } = outcome;
  return reason === 'unexpected' || reason === 'bad_output' || reason === 'timeout';
}
