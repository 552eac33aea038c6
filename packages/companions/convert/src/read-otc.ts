import type { JsonObject, JsonValue } from '@toolwire/core';
import { type Fields, isObject, present } from '@toolwire/core/wire';
import type { ConvertOptions, ReadResult, Told } from './converted.ts';
import {
  durationOf,
  errorMembers,
  readArtifact,
  readAuthorization,
  readFailure,
  textOf,
  unknownFailure,
} from './read-parts.ts';

/** Reads a `CallToolResponse`, bare or in its `{ $schema, result }`. */
export function readOtc(response: unknown, options: ConvertOptions): ReadResult {
  const body = isObject(response) && isObject(response['result']) ? response['result'] : response;
  const fields = isObject(body) ? body : {};
  const callId = textOf(fields['call_id']) ?? options.callId ?? crypto.randomUUID();
  if (!isObject(body) || typeof body['success'] !== 'boolean') {
    return { told: { kind: 'failed', failure: unknownFailure }, callId, losses: ['response'], side: {} };
  }
  const { error } = body;
  const errorExtras = isObject(error) ? extrasOf(error) : {};
  const names = Object.keys(errorExtras);
  return {
    told: tell(body, options),
    callId,
    losses: names.map((name) => `error.${name}`),
    side: names.length === 0 ? {} : { error_extras: errorExtras },
  };
}

// E35: an error makes a failure, whatever `success` says, and so does `success: false` without one.
function tell(body: Fields, { side = {} }: ConvertOptions): Told {
  const { error, success, value } = body;
  const base = durationOf(body);
  const needed = isObject(error) ? readAuthorization(error['requires_authorization']) : undefined;
  if (needed !== undefined) return { kind: 'authorization', ...needed, ...base };
  if (present(error) || success === false) {
    return { kind: 'failed', failure: present(error) ? readFailure(error) : unknownFailure, ...base };
  }
  // Only what was an artifact before: anybody's value may look like one.
  const artifact = side['kind'] === 'artifact' && isObject(value) ? readArtifact(value['artifact']) : undefined;
  if (artifact !== undefined) return { kind: 'artifact', artifact, ...base };
  return { kind: 'value', value: (value ?? null) as JsonValue, ...base };
}

function extrasOf(error: Fields): JsonObject {
  const extras = Object.entries(error).filter(([name]) => !errorMembers.has(name) && name !== 'requires_authorization');
  return Object.fromEntries(extras) as JsonObject;
}
