import type { Outcome } from '@toolwire/core';

/** What of an outcome is shown of calls of others: what their callers were told. */
export function describeOutcome(outcome: Outcome): object {
  switch (outcome.kind) {
    case 'value':
      return { value: outcome.value };
    case 'failed':
      return { reason: outcome.reason, ...outcome.failure };
    case 'invalid':
      return { message: outcome.message, parameterErrors: { ...outcome.parameterErrors } };
    case 'refused':
      return { code: outcome.code, message: outcome.message, developerMessage: outcome.developerMessage };
    case 'input_required':
      return { asks: Object.keys(outcome.requests) };
    case 'deferred':
      return { task: outcome.task.id };
    case 'artifact':
      return { contentType: outcome.artifact.contentType, size: outcome.artifact.size };
  }
}
