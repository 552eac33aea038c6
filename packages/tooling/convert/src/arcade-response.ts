import { executeResponse } from '@toolwire/arcade';
import type { JsonObject, JsonValue, Outcome } from '@toolwire/core';
import { type Fields, isObject, present } from '@toolwire/core/wire';
import { type ArcadeOutput, arcadeResultFields, authorizationField, readArcadeOutput } from '@toolwire/internal';
import { artifactOf, withLostName, withRestoredName } from './artifact.ts';
import { readAuthorization } from './authorization.ts';
import { failureFields, lostErrorFields, presentFields } from './lost-fields.ts';
import {
  type Converted,
  type ConvertOptions,
  type ReadOutcome,
  type ReadResult,
  readCallId,
  readDuration,
  unknownFailure,
  unreadableResult,
} from './read-result.ts';

/** Reads an execute response that follows the schema or comes from a worker. */
export function readArcadeResponse(response: unknown, options: ConvertOptions): ReadResult {
  const { execution_id, invocation_id, call_id, id }: Fields = isObject(response) ? response : {};
  // Arcade renamed this field, but its schema still requires the old name. E51
  const callId = readCallId([execution_id, invocation_id, call_id, id], options);
  if (!isObject(response)) return unreadableResult(callId, 'response');
  const outputFields = isObject(response['output']) ? response['output'] : {};
  const metadata = {
    ...presentFields(response, ['finished_at', 'run_at', 'run_id', 'status', 'execution_type']),
    ...presentFields(outputFields, ['logs']),
  };
  const output = readArcadeOutput(response, options.tool?.outputSchema);
  if (output.kind === 'unreadable') return unreadableResult(callId, 'response');
  const ofError = lostErrorFields(outputFields['error'], failureFields);
  return {
    outcome: { ...outcomeOf(output, options), ...readDuration(response) },
    callId,
    losses: [...Object.keys(metadata), ...ignoredFields(output, outputFields), ...ofError.losses],
    extras: { ...metadata, ...ofError.extras },
  };
}

type ReadableOutput = Exclude<ArcadeOutput, { readonly kind: 'unreadable' }>;

/** Returns the result fields of an output that have a value, except for the field that became the result. */
function ignoredFields({ kind }: ReadableOutput, output: Fields): readonly string[] {
  const readField = {
    failed: 'error',
    authorization: authorizationField(output),
    artifact: 'artifact',
    value: 'value',
  }[kind];
  return arcadeResultFields
    .filter((name) => name !== readField && present(output[name]))
    .map((name) => `output.${name}`);
}

function outcomeOf(output: ReadableOutput, options: ConvertOptions): ReadOutcome {
  switch (output.kind) {
    case 'failed':
      return { kind: 'failed', failure: { ...unknownFailure, ...output.failure } };
    case 'authorization':
      return readAuthorization(output.authorization);
    case 'artifact':
      return { kind: 'artifact', artifact: withRestoredName(artifactOf(output.artifact), options) };
    case 'value':
      return { kind: 'value', value: output.value as JsonValue };
  }
}

/** Options for the conversion to Arcade. */
export interface ToArcadeOptions {
  /** `strict` follows the schema; `worker` follows what Arcade workers send. Default: `strict`. */
  readonly profile?: 'strict' | 'worker' | undefined;
  /** Wraps lists in `{ "result": … }`, for clients that validate against the published schema. Default: false. */
  readonly wrapLists?: boolean | undefined;
}

/** Returns an execute response that has ended now. */
export function writeArcadeResponse(read: ReadResult, options: ToArcadeOptions): Converted {
  const { outcome, callId } = read;
  const { profile = 'strict', wrapLists = false } = options;
  const info = { executionId: callId, finishedAt: Date.now(), profile, wrapLists };
  const text = executeResponse(arcadeOutcomeOf(outcome), info);
  const { losses, extras } = withLostName(read);
  const losesStatus = outcome.kind === 'authorization' && outcome.status !== 'pending';
  return {
    result: JSON.parse(text ?? '{}') as JsonObject,
    losses: losesStatus ? [...losses, 'requires_authorization.status'] : losses,
    extras,
  };
}

function arcadeOutcomeOf(outcome: ReadOutcome): Outcome {
  if (outcome.kind !== 'authorization') return outcome;
  const { id, url, scopes, durationMs } = outcome;
  const base = { ...(durationMs !== undefined && { durationMs }) };
  const authorization = { id, ...(scopes !== undefined && { scopes }) };
  if (url === undefined) {
    return {
      kind: 'refused',
      code: 'missing_requirements',
      message: '',
      missing: { authorization: [authorization] },
      ...base,
    };
  }
  const request = { kind: 'url', message: 'Authorization required', url, authorization } as const;
  return { kind: 'input_required', requests: { [id]: request }, ...base };
}
