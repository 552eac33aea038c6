import type { JsonObject, JsonValue } from '@toolwire/core';
import { type Fields, isObject, present } from '@toolwire/core/wire';

/** The information that another protocol has no field for. */
export interface LostFields {
  /** The fields that the other protocol does not have, such as `error.developer_message`. */
  readonly losses: readonly string[];
  /** The values of lost metadata and of lost fields of an error or artifact, by the same names, for headers and logs. For an artifact also `kind: 'artifact'`. */
  readonly extras: JsonObject;
}

/** The error fields that a failure is read from. Every protocol has them. */
export const failureFields: ReadonlySet<string> = new Set([
  'message',
  'developer_message',
  'can_retry',
  'additional_prompt_content',
  'retry_after_ms',
]);

/** Returns the fields of an error that are not among `readFields`. A stack trace is not saved, because headers and logs must not contain it. */
export function lostErrorFields(error: unknown, readFields: ReadonlySet<string>): LostFields {
  if (!isObject(error)) return { losses: [], extras: {} };
  const names = Object.keys(error).filter((name) => !readFields.has(name) && present(error[name]));
  const savedNames = names.filter((name) => name !== 'stacktrace');
  return {
    losses: names.map((name) => `error.${name}`),
    extras: presentFields(error, savedNames, 'error.'),
  };
}

/**
 * Returns the fields with these names that have a value. `path` is the path of these fields in the result, such as `error.`, which lost
 * fields have in front of their names.
 */
export function presentFields(fields: Fields, names: readonly string[], path: string = ''): JsonObject {
  const presentNames = names.filter((name) => present(fields[name]));
  return Object.fromEntries(presentNames.map((name) => [`${path}${name}`, fields[name] as JsonValue]));
}
