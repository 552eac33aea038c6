import { type Fields, isObject } from '../values/json-values.ts';

/** Returns the result in a response of Open Tool Calling: in the wrapper of the standard's examples, the earlier one, or none (E03). */
export function unwrapResponse(body: unknown): Fields | undefined {
  if (!isObject(body)) return undefined;
  const wrapped = [body['result'], body['response']].filter(isObject);
  const wrapper = wrapped.find((candidate) => hasSome(resultMembers, candidate));
  if (wrapper !== undefined) return wrapper;
  // A flat response may have a field with this name next to its value.
  const isFlat = typeof body['success'] === 'boolean' && (wrapped.length === 0 || hasSome(endMembers, body));
  return isFlat ? body : undefined;
}

/** A result that has ended has one of these fields. */
const endMembers = ['value', 'error', 'output'];

/** Every result has at least one of these fields. */
const resultMembers = ['success', 'call_id', ...endMembers];

function hasSome(names: readonly string[], fields: Fields): boolean {
  return names.some((name) => Object.hasOwn(fields, name));
}
