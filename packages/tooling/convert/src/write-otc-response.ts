import type { JsonObject } from '@toolwire/core';
import { encodeArtifact } from '@toolwire/core/internal';
import { encodeFailure } from '@toolwire/errors';
import { withoutUndefined } from '@toolwire/internal';
import { markArtifact, withLostName } from './artifact.ts';
import { authorizationError } from './authorization.ts';
import type { Converted, ReadOutcome, ReadResult } from './converted.ts';

/** Returns a `CallToolResponse` without its wrapper. */
export function writeOtcResponse(read: ReadResult): Converted {
  const { outcome, callId } = read;
  const { durationMs } = outcome;
  const { losses, extras } = withLostName(read);
  return {
    result: { call_id: callId, ...(durationMs !== undefined && { duration: durationMs }), ...membersOf(outcome) },
    losses,
    extras: outcome.kind === 'artifact' ? markArtifact(extras) : extras,
  };
}

function membersOf(outcome: ReadOutcome): JsonObject {
  switch (outcome.kind) {
    case 'value':
      return { success: true, value: outcome.value };
    case 'artifact':
      return { success: true, value: { artifact: encodeArtifact(outcome.artifact) } };
    case 'failed':
      return { success: false, error: withoutUndefined(encodeFailure(outcome.failure)) };
    case 'authorization':
      return { success: false, error: authorizationError(outcome) };
  }
}
