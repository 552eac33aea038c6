import type { JsonValue } from '@toolwire/core';
import { type Fields, isObject, present } from '@toolwire/core/wire';
import { firstText } from '@toolwire/internal';
import type { ConvertOptions, ReadOutcome, ReadResult } from './converted.ts';
import {
  durationOf,
  lostErrorFields,
  readArtifact,
  readAuthorization,
  readFailure,
  unknownFailure,
  withRestoredName,
} from './read-fields.ts';

/** Reads a `CallToolResponse`, with or without its wrapper `{ $schema, result }`. */
export function readOtcResponse(response: unknown, options: ConvertOptions): ReadResult {
  const body = isObject(response) && isObject(response['result']) ? response['result'] : response;
  const fields = isObject(body) ? body : {};
  const callId = firstText(fields['call_id']) ?? options.callId ?? crypto.randomUUID();
  if (typeof fields['success'] !== 'boolean') {
    return { outcome: { kind: 'failed', failure: unknownFailure }, callId, losses: ['response'], extras: {} };
  }
  return { outcome: outcomeOf(fields, options), callId, ...lostErrorFields(fields['error'], 'requires_authorization') };
}

// An error or `success: false` makes a failure (E35).
function outcomeOf(body: Fields, options: ConvertOptions): ReadOutcome {
  const { error, success, value } = body;
  const base = durationOf(body);
  const authorization = isObject(error) ? error['requires_authorization'] : undefined;
  if (isObject(authorization)) return { kind: 'authorization', ...readAuthorization(authorization), ...base };
  if (present(error)) return { kind: 'failed', failure: readFailure(error), ...base };
  if (success === false) return { kind: 'failed', failure: unknownFailure, ...base };
  // Only if it was an artifact before, because any value may look like one.
  const wasArtifact = options.extras?.['kind'] === 'artifact';
  const artifact = wasArtifact && isObject(value) ? readArtifact(value['artifact']) : undefined;
  if (artifact !== undefined) return { kind: 'artifact', artifact: withRestoredName(artifact, options), ...base };
  return { kind: 'value', value: (value ?? null) as JsonValue, ...base };
}
