import type { JsonObject, JsonValue } from '@toolwire/core';
import { type Fields, isObject, present } from '@toolwire/core/wire';
import { firstText, readArcadeOutput } from '@toolwire/internal';
import type { ConvertOptions, ReadOutcome, ReadResult } from './converted.ts';
import {
  artifactOf,
  authorizationOf,
  durationOf,
  errorMembers,
  fieldsOf,
  unknownFailure,
  withLostName,
} from './read-parts.ts';

/** Reads an execute response that follows the schema or comes from a worker. */
export function readArcadeResponse(response: unknown, options: ConvertOptions): ReadResult {
  const fields = isObject(response) ? response : {};
  const { execution_id, invocation_id, call_id, id } = fields;
  const callId = firstText(execution_id, invocation_id, call_id, id) ?? options.callId ?? crypto.randomUUID();
  if (!isObject(response)) {
    return { outcome: { kind: 'failed', failure: unknownFailure }, callId, losses: ['response'], extras: {} };
  }
  const output = isObject(response['output']) ? response['output'] : {};
  const extras: JsonObject = {
    ...fieldsOf(response, ['finished_at', 'run_at', 'run_id', 'status', 'execution_type']),
    ...fieldsOf(output, ['logs']),
    ...errorExtrasOf(output['error']),
  };
  const branches = ['error', 'requires_authorization', 'authorization', 'artifact', 'value'].filter((name) =>
    present(output[name]),
  );
  const dropped = isObject(output['error']) && present(output['error']['stacktrace']) ? ['error.stacktrace'] : [];
  return {
    outcome: outcomeOf(response, options),
    callId,
    losses: [...Object.keys(extras), ...branches.slice(1).map((name) => `output.${name}`), ...dropped],
    extras,
  };
}

function outcomeOf(response: Fields, options: ConvertOptions): ReadOutcome {
  const base = durationOf(response);
  const output = readArcadeOutput(response, options.tool?.outputSchema);
  switch (output.kind) {
    case 'failed':
      return { kind: 'failed', failure: { ...unknownFailure, ...output.failure }, ...base };
    case 'authorization':
      return { kind: 'authorization', ...authorizationOf(output.authorization), ...base };
    case 'artifact':
      return { kind: 'artifact', artifact: withLostName(artifactOf(output.artifact), options), ...base };
    case 'value':
      return { kind: 'value', value: output.value as JsonValue, ...base };
  }
}

function errorExtrasOf(error: unknown): JsonObject {
  if (!isObject(error)) return {};
  const extraNames = Object.keys(error).filter((name) => !errorMembers.has(name) && name !== 'stacktrace');
  return Object.fromEntries(
    Object.entries(fieldsOf(error, extraNames)).map(([name, value]) => [`error.${name}`, value]),
  );
}
