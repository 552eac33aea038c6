import { typesOf } from '../json-schema/types.ts';
import { type Fields, isObject, present } from '../values/json-values.ts';
import { type ArtifactFields, type FailureFields, isArtifact, readFailureFields } from '../web/response-fields.ts';
import { withoutWorkerPrefix } from './errors.ts';

/** The result in an execute response of Arcade. */
export type ArcadeOutput =
  | { readonly kind: 'failed'; readonly failure: FailureFields }
  | { readonly kind: 'authorization'; readonly authorization: Fields }
  | { readonly kind: 'artifact'; readonly artifact: ArtifactFields }
  | { readonly kind: 'value'; readonly value: unknown };

/**
 * Reads an execute response, whether it follows the schema or comes from a worker. Null counts as absent, and an error takes
 * precedence (E55). The declared output, `null` for a tool that returns nothing, decides what a wrapped or empty value means.
 */
export function readArcadeOutput(response: Fields, outputSchema?: Fields | boolean | null): ArcadeOutput {
  const output = isObject(response['output']) ? response['output'] : {};
  const { error, artifact, value } = output;
  if (present(error)) return { kind: 'failed', failure: withoutWorkerPrefix(readFailureFields(error)) };
  // The second name is an earlier one (E54).
  const authorization = output['requires_authorization'] ?? output['authorization'];
  if (isObject(authorization)) return { kind: 'authorization', authorization };
  if (isArtifact(artifact)) return { kind: 'artifact', artifact };
  if (response['success'] === false) return { kind: 'failed', failure: {} };
  return {
    kind: 'value',
    value: outputSchema === undefined ? (value ?? null) : declaredValue(value ?? null, outputSchema),
  };
}

function declaredValue(value: unknown, outputSchema: Fields | boolean | null): unknown {
  // A worker sends an empty string for a function that returns nothing (E57).
  if (outputSchema === null) return value === '' ? null : value;
  const types = isObject(outputSchema) ? typesOf(outputSchema) : [];
  const isWrapped = isObject(value) && Object.keys(value).length === 1 && Object.hasOwn(value, 'result');
  return isWrapped && types.length > 0 && !types.includes('object') ? (value['result'] ?? null) : value;
}
