import { type Fields, isObject } from '../values/json-values.ts';

/** The fields of each kind of outcome without which a reader would fail. */
const outcomeChecks: Readonly<Record<string, (fields: Fields) => boolean>> = {
  value: ({ value, content }) => value !== undefined && (content === undefined || isListOfObjects(content)),
  failed: ({ failure }) => isObject(failure) && typeof failure['message'] === 'string',
  invalid: ({ message, parameterErrors }) => typeof message === 'string' && isObject(parameterErrors),
  refused: ({ code, message }) => typeof code === 'string' && typeof message === 'string',
  input_required: ({ requests }) => isObject(requests),
  deferred: ({ task }) => isObject(task) && typeof task['id'] === 'string' && typeof task['pollAfterMs'] === 'number',
  artifact: ({ artifact }) => isObject(artifact) && typeof artifact['url'] === 'string',
};

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every(isObject);
}

/**
 * Whether a stored JSON value has the fields of an outcome that this version reads. Not a type guard, because the type `Outcome` has more
 * fields than this function checks: callers cast the value after the check.
 */
export function hasOutcomeShape(stored: unknown): boolean {
  if (!isObject(stored)) return false;
  const { kind, durationMs } = stored;
  if (typeof kind !== 'string' || !Object.hasOwn(outcomeChecks, kind)) return false;
  return (durationMs === undefined || typeof durationMs === 'number') && outcomeChecks[kind]?.(stored) === true;
}
