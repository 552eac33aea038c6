import type { JsonObject, JsonValue } from '@toolwire/core';
import { encodeArtifact } from '@toolwire/core/internal';
import { encodeFailure } from '@toolwire/errors';
import type { AuthorizationNeeded, Converted, ReadResult } from './converted.ts';
import { lostNameOf } from './read-parts.ts';

/** Returns a `CallToolResponse` without its wrapper. */
export function writeOtcResponse({ outcome, callId, losses, extras }: ReadResult): Converted {
  const base = { call_id: callId, ...(outcome.durationMs === undefined ? {} : { duration: outcome.durationMs }) };
  const lostName = lostNameOf(outcome);
  const converted = (members: JsonObject, more: JsonObject = {}): Converted => ({
    result: { ...base, ...members },
    losses: [...losses, ...lostName.losses],
    extras: { ...extras, ...lostName.extras, ...more },
  });
  switch (outcome.kind) {
    case 'value':
      return converted({ success: true, value: outcome.value });
    case 'artifact':
      // Marked, so that the conversion back recognizes it.
      return converted({ success: true, value: { artifact: encodeArtifact(outcome.artifact) } }, { kind: 'artifact' });
    case 'failed':
      return converted({ success: false, error: withoutUndefined(encodeFailure(outcome.failure)) });
    case 'authorization': {
      // An HTTP response would have the status 400 with `missing_requirements`; a body alone can only be a failure.
      const canRetry = outcome.status !== 'failed';
      const error = {
        message: 'Authorization required',
        can_retry: canRetry,
        ...(outcome.status === 'completed' && { retry_after_ms: 0 }),
        requires_authorization: authorizationMembers(outcome),
      };
      return converted({ success: false, error });
    }
  }
}

function withoutUndefined(fields: object): JsonObject {
  const present = Object.entries(fields).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined);
  return Object.fromEntries(present);
}

function authorizationMembers({ id, url, scopes, status }: AuthorizationNeeded): JsonObject {
  return { id, ...(url !== undefined && { url }), ...(scopes !== undefined && { scopes }), status };
}
