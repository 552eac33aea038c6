import type { JsonValue } from '@toolwire/core';
import { type Fields, isObject, present } from '@toolwire/core/wire';
import { firstText, readArcadeOutput } from '@toolwire/internal';
import type { ConvertOptions, ReadOutcome, ReadResult } from './converted.ts';
import {
  artifactOf,
  durationOf,
  fieldsOf,
  lostErrorFields,
  readAuthorization,
  unknownFailure,
  withRestoredName,
} from './read-fields.ts';

/** Reads an execute response that follows the schema or comes from a worker. */
export function readArcadeResponse(response: unknown, options: ConvertOptions): ReadResult {
  const fields = isObject(response) ? response : {};
  const { execution_id, invocation_id, call_id, id } = fields;
  const callId = firstText(execution_id, invocation_id, call_id, id) ?? options.callId ?? crypto.randomUUID();
  if (!isObject(response)) {
    return { outcome: { kind: 'failed', failure: unknownFailure }, callId, losses: ['response'], extras: {} };
  }
  const output = isObject(response['output']) ? response['output'] : {};
  const metadata = {
    ...fieldsOf(response, ['finished_at', 'run_at', 'run_id', 'status', 'execution_type']),
    ...fieldsOf(output, ['logs']),
  };
  const [, ...ignoredFields] = resultFields.filter((name) => present(output[name]));
  const ofError = lostErrorFields(output['error']);
  return {
    outcome: outcomeOf(response, options),
    callId,
    losses: [...Object.keys(metadata), ...ignoredFields.map((name) => `output.${name}`), ...ofError.losses],
    extras: { ...metadata, ...ofError.extras },
  };
}

/** The fields with a result. The first one that has a value takes precedence. */
const resultFields = ['error', 'requires_authorization', 'authorization', 'artifact', 'value'];

function outcomeOf(response: Fields, options: ConvertOptions): ReadOutcome {
  const base = durationOf(response);
  const output = readArcadeOutput(response, options.tool?.outputSchema);
  switch (output.kind) {
    case 'failed':
      return { kind: 'failed', failure: { ...unknownFailure, ...output.failure }, ...base };
    case 'authorization':
      return { kind: 'authorization', ...readAuthorization(output.authorization), ...base };
    case 'artifact':
      return { kind: 'artifact', artifact: withRestoredName(artifactOf(output.artifact), options), ...base };
    case 'value':
      return { kind: 'value', value: output.value as JsonValue, ...base };
  }
}
