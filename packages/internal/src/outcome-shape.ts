import { type Fields, isObject } from './json-shape.ts';

const checks: Readonly<Record<string, (fields: Fields) => boolean>> = {
  value: ({ value }) => value !== undefined,
  failed: ({ failure }) => isObject(failure) && typeof failure['message'] === 'string',
  invalid: ({ message, parameterErrors }) => typeof message === 'string' && isObject(parameterErrors),
  refused: ({ code, message }) => typeof code === 'string' && typeof message === 'string',
  input_required: ({ requests }) => isObject(requests),
  deferred: ({ task }) => isObject(task) && typeof task['id'] === 'string' && typeof task['pollAfterMs'] === 'number',
  artifact: ({ artifact }) => isObject(artifact) && typeof artifact['url'] === 'string',
};

/** Tells what was an outcome when it was kept as JSON, from all that this version does not read. */
export function isOutcomeShape(kept: unknown): boolean {
  if (!isObject(kept)) return false;
  const { kind, durationMs } = kept;
  if (typeof kind !== 'string' || !Object.hasOwn(checks, kind)) return false;
  return (durationMs === undefined || typeof durationMs === 'number') && checks[kind]?.(kept) === true;
}
