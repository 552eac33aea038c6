import type { JsonObject, JsonValue } from '@toolwire/core';
import { encodeFailure } from '@toolwire/errors';
import type { Converted, ReadResult } from './converted.ts';
import { artifactMembers, authorizationMembers } from './write-parts.ts';

/** Writes a `CallToolResponse`, without its wrapper. */
export function writeOtc({ told, callId, losses, side }: ReadResult): Converted {
  const base = { call_id: callId, ...(told.durationMs === undefined ? {} : { duration: told.durationMs }) };
  const converted = (members: JsonObject, more: JsonObject = {}): Converted => ({
    result: { ...base, ...members },
    losses,
    side: { ...side, ...more },
  });
  switch (told.kind) {
    case 'value':
      return converted({ success: true, value: told.value });
    case 'artifact':
      // Marked, so that it is known for one on its way back.
      return converted({ success: true, value: { artifact: artifactMembers(told.artifact) } }, { kind: 'artifact' });
    case 'failed':
      return converted({ success: false, error: withoutUndefined(encodeFailure(told.failure)) });
    case 'authorization': {
      // Where there is an HTTP status to choose, this is a 400 with `missing_requirements`; in a body it is a failure.
      const canRetry = told.status !== 'failed';
      const error = {
        message: 'Authorization required',
        can_retry: canRetry,
        ...(told.status === 'completed' && { retry_after_ms: 0 }),
        requires_authorization: authorizationMembers(told),
      };
      return converted({ success: false, error });
    }
  }
}

function withoutUndefined(fields: object): JsonObject {
  const present = Object.entries(fields).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined);
  return Object.fromEntries(present);
}
