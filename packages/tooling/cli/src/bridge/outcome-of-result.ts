import type { CallResult, RefusedResult } from '@toolwire/client';
import type { JsonValue, Outcome, RefusalCode } from '@toolwire/core';

/** Converts the result of a call to the remote server. */
export function outcomeOfResult(result: CallResult): Outcome {
  switch (result.kind) {
    case 'value':
      return { kind: 'value', value: result.value as JsonValue, ...durationOf(result) };
    case 'failed':
      return { kind: 'failed', reason: 'reported', failure: result.failure, ...durationOf(result) };
    case 'invalid':
      return { kind: 'invalid', message: result.message, parameterErrors: result.parameterErrors };
    case 'refused':
      return refusalOf(result);
  }
}

function durationOf({ durationMs }: { readonly durationMs?: number }): { readonly durationMs?: number } {
  return durationMs === undefined ? {} : { durationMs };
}

const forwardedCodes: readonly RefusalCode[] = ['missing_requirements', 'overloaded', 'unavailable'];

/**
 * A refusal means that the tool did not run. If that is unknown, or if the refusal is about this connection, such as its credentials, the
 * call has failed.
 */
function refusalOf({ code, message, developerMessage, ran, missing, retryAfterMs }: RefusedResult): Outcome {
  const refusalCode = forwardedCodes.find((forwarded) => forwarded === code);
  const more = {
    ...(developerMessage !== undefined && { developerMessage }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
  if (refusalCode !== undefined && ran === 'no') {
    return { kind: 'refused', code: refusalCode, message, ...more, ...(missing !== undefined && { missing }) };
  }
  return { kind: 'failed', reason: 'reported', failure: { message, canRetry: false, ...more } };
}
