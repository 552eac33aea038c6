import type { JsonObject, JsonValue } from '@toolwire/core';
import { encodeArtifact } from '@toolwire/core/internal';
import { type Fields, isObject, present } from '@toolwire/core/wire';
import { encodeFailure } from '@toolwire/errors';
import { unwrapResponse, withoutUndefined } from '@toolwire/internal';
import { isMarkedArtifact, markArtifact, readArtifact, withLostName, withRestoredName } from './artifact.ts';
import { type AuthorizationNeeded, authorizationError, readAuthorization } from './authorization.ts';
import { failureFields, lostErrorFields } from './lost-fields.ts';
import {
  type Converted,
  type ConvertOptions,
  type ReadOutcome,
  type ReadResult,
  readCallId,
  readDuration,
  readFailure,
  unknownFailure,
  unreadableResult,
} from './read-result.ts';

/** Reads a `CallToolResponse`, with or without its wrapper `{ $schema, result }`. */
export function readOtcResponse(response: unknown, options: ConvertOptions): ReadResult {
  const fields = unwrapResponse(response) ?? (isObject(response) ? response : {});
  const callId = readCallId([fields['call_id']], options);
  if (typeof fields['success'] !== 'boolean' && !present(fields['error'])) return unreadableResult(callId, 'response');
  const outcome = outcomeOf(fields, options);
  const isFailure = outcome.kind === 'failed' || outcome.kind === 'authorization';
  const { error } = fields;
  const readFields = outcome.kind === 'authorization' ? restoredFields(error, outcome) : failureFields;
  const { losses, extras } = lostErrorFields(error, readFields);
  return {
    outcome: { ...outcome, ...readDuration(fields) },
    callId,
    losses: [...(isFailure && present(fields['value']) ? ['value'] : []), ...losses],
    extras,
  };
}

/** Returns the error fields that a conversion back restores: the authorization, and the fields that follow from its status. */
function restoredFields(error: unknown, authorization: AuthorizationNeeded): ReadonlySet<string> {
  const fields = isObject(error) ? error : {};
  const written = Object.entries(authorizationError(authorization));
  const equal = written.filter(([name, value]) => fields[name] === value).map(([name]) => name);
  return new Set(['requires_authorization', ...equal]);
}

// An error or `success: false` makes a failure (E35).
function outcomeOf({ error, success, value }: Fields, options: ConvertOptions): ReadOutcome {
  const authorization = isObject(error) ? error['requires_authorization'] : undefined;
  if (isObject(authorization)) return readAuthorization(authorization);
  if (present(error)) return { kind: 'failed', failure: readFailure(error) };
  if (success === false) return { kind: 'failed', failure: unknownFailure };
  // Only if it was an artifact before, because any value may look like one.
  const artifact = isMarkedArtifact(options) && isObject(value) ? readArtifact(value['artifact']) : undefined;
  if (artifact !== undefined) return { kind: 'artifact', artifact: withRestoredName(artifact, options) };
  return { kind: 'value', value: (value ?? null) as JsonValue };
}

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
