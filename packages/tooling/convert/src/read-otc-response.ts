import type { JsonObject, JsonValue } from '@toolwire/core';
import { type Fields, isObject, present } from '@toolwire/core/wire';
import { firstText } from '@toolwire/internal';
import type { ConvertOptions, ReadOutcome, ReadResult } from './converted.ts';
import {
  authorizationOf,
  durationOf,
  errorMembers,
  readArtifact,
  readFailure,
  unknownFailure,
  withLostName,
} from './read-parts.ts';

/** Reads a `CallToolResponse`, with or without its wrapper `{ $schema, result }`. */
export function readOtcResponse(response: unknown, options: ConvertOptions): ReadResult {
  const body = isObject(response) && isObject(response['result']) ? response['result'] : response;
  const fields = isObject(body) ? body : {};
  const callId = firstText(fields['call_id']) ?? options.callId ?? crypto.randomUUID();
  if (!isObject(body) || typeof body['success'] !== 'boolean') {
    return { outcome: { kind: 'failed', failure: unknownFailure }, callId, losses: ['response'], extras: {} };
  }
  const { error } = body;
  const errorExtras = isObject(error) ? extrasOf(error) : {};
  const names = Object.keys(errorExtras);
  return {
    outcome: outcomeOf(body, options),
    callId,
    losses: names.map((name) => `error.${name}`),
    extras: names.length === 0 ? {} : { error_extras: errorExtras },
  };
}

// An error or `success: false` makes a failure (E35).
function outcomeOf(body: Fields, options: ConvertOptions): ReadOutcome {
  const { extras = {} } = options;
  const { error, success, value } = body;
  const base = durationOf(body);
  const needed = isObject(error) ? error['requires_authorization'] : undefined;
  if (isObject(needed)) return { kind: 'authorization', ...authorizationOf(needed), ...base };
  if (present(error) || success === false) {
    return { kind: 'failed', failure: present(error) ? readFailure(error) : unknownFailure, ...base };
  }
  // Only if it was an artifact before, because any value may look like one.
  const artifact = extras['kind'] === 'artifact' && isObject(value) ? readArtifact(value['artifact']) : undefined;
  if (artifact !== undefined) return { kind: 'artifact', artifact: withLostName(artifact, options), ...base };
  return { kind: 'value', value: (value ?? null) as JsonValue, ...base };
}

function extrasOf(error: Fields): JsonObject {
  const extras = Object.entries(error).filter(([name]) => !errorMembers.has(name) && name !== 'requires_authorization');
  return Object.fromEntries(extras) as JsonObject;
}
