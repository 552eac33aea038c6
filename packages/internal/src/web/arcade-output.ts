import { typesOf } from '../json-schema/schema-keywords.ts';
import { type Fields, isObject, present } from '../values/json-values.ts';
import { authorizationField } from './authorization-fields.ts';
import { type ArtifactFields, type FailureFields, isArtifact, readFailureFields } from './response-fields.ts';

/** The kinds of Arcade errors that toolwire sends. */
export type ArcadeErrorKind =
  | 'TOOL_RUNTIME_BAD_INPUT_VALUE'
  | 'TOOL_RUNTIME_RETRY'
  | 'TOOL_RUNTIME_CONTEXT_REQUIRED'
  | 'TOOL_RUNTIME_FATAL';

/** The kind of a tool's failure, as in Arcade's workers. `protocols/arcade/src/arcade-error.ts` has the kinds of other errors. */
export function arcadeErrorKind(failure: {
  readonly can_retry?: boolean;
  readonly additional_prompt_content?: string;
}): ArcadeErrorKind {
  if (failure.can_retry === true) return 'TOOL_RUNTIME_RETRY';
  return failure.additional_prompt_content === undefined ? 'TOOL_RUNTIME_FATAL' : 'TOOL_RUNTIME_CONTEXT_REQUIRED';
}

/** Begins the message of invalid input. The schema of Arcade has no member for the kind of an error. */
export const invalidInputPrefix = 'Invalid input: ';

/** The prefix of workers: the kind of the error, its class, and the tool. */
const workerPrefix = /^\[[A-Z_]+\] \w+ during execution of tool '[^']*': /;

/** Removes the prefix of workers from both messages of a failure. */
function withoutWorkerPrefix(failure: FailureFields): FailureFields {
  const { message, developerMessage } = failure;
  return {
    ...failure,
    // A message that is only a prefix stays, because a failure needs a message.
    ...(message !== undefined && { message: message.replace(workerPrefix, '') || message }),
    ...(developerMessage !== undefined && { developerMessage: developerMessage.replace(workerPrefix, '') }),
  };
}

/** The result in an execute response of Arcade. */
export type ArcadeOutput =
  | { readonly kind: 'failed'; readonly failure: FailureFields }
  | { readonly kind: 'authorization'; readonly authorization: Fields }
  | { readonly kind: 'artifact'; readonly artifact: ArtifactFields }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'unreadable' };

/** The fields of an output that can be its result. */
export const arcadeResultFields = ['error', 'requires_authorization', 'authorization', 'artifact', 'value'] as const;

/**
 * Reads an execute response, whether it follows the schema or comes from a worker. Null counts as absent, and an error takes
 * precedence (E55). The declared output, `null` for a tool that returns nothing, decides what a wrapped or empty value means.
 */
export function readArcadeOutput(response: Fields, outputSchema?: Fields | boolean | null): ArcadeOutput {
  const output = isObject(response['output']) ? response['output'] : {};
  const { error, artifact, value } = output;
  if (present(error)) return { kind: 'failed', failure: withoutWorkerPrefix(readFailureFields(error)) };
  const authorization = output[authorizationField(output)];
  if (isObject(authorization)) return { kind: 'authorization', authorization };
  if (response['success'] === false) return { kind: 'failed', failure: {} };
  if (isArtifact(artifact)) return { kind: 'artifact', artifact };
  if (!hasResult(response)) return { kind: 'unreadable' };
  return {
    kind: 'value',
    value: outputSchema === undefined ? (value ?? null) : declaredValue(value ?? null, outputSchema),
  };
}

/** Whether a response has a field of a result, or succeeded without an output. */
function hasResult({ success, output }: Fields): boolean {
  if (present(output) && !isObject(output)) return false;
  const names = Object.keys(output ?? {}).filter((name) => name !== 'logs');
  return names.length === 0 ? typeof success === 'boolean' : arcadeResultFields.some((name) => names.includes(name));
}

function declaredValue(value: unknown, outputSchema: Fields | boolean | null): unknown {
  // A worker sends an empty string for a function that returns nothing (E57).
  if (outputSchema === null) return value === '' ? null : value;
  const types = isObject(outputSchema) ? typesOf(outputSchema) : [];
  const isWrapped = isObject(value) && Object.keys(value).length === 1 && Object.hasOwn(value, 'result');
  return isWrapped && types.length > 0 && !types.includes('object') ? (value['result'] ?? null) : value;
}
