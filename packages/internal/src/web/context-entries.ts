import { isObject, present } from '../values/json-values.ts';
import { isTooLong, maxIdLength } from './request-ids.ts';

/** The values of a list such as `[{ id, token }]` by their IDs, or why the list is invalid. */
export function readEntries(
  name: string,
  entries: unknown,
  idMember: string,
  valueMember: string,
): readonly (readonly [id: string, value: string])[] | string {
  if (!present(entries)) return [];
  if (!Array.isArray(entries)) return `"${name}" must be an array`;
  const byId = new Map<string, string>();
  for (const entry of entries as readonly unknown[]) {
    const { [idMember]: id, [valueMember]: value } = isObject(entry) ? entry : {};
    if (typeof id !== 'string' || typeof value !== 'string') {
      return `"${name}" must hold objects with a string "${idMember}" and a string "${valueMember}"`;
    }
    if (isTooLong(id)) return `"${name}" must not have an "${idMember}" of more than ${maxIdLength} characters`;
    // Two different values for one ID are ambiguous. E71
    if ((byId.get(id) ?? value) !== value) return `"${name}" holds two different entries with the same "${idMember}"`;
    byId.set(id, value);
  }
  return [...byId];
}
