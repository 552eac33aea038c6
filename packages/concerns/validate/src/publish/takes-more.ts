import { isObject, type JsonSchema, listOf, own, type PathSegment } from '../base/json.ts';
import { mapSubschemas } from '../keywords/subschemas.ts';

/** What a library takes beside what is published: other values, or nothing at all as well. */
export type TakesMore = 'values' | 'absence';

/** The keyword by which a conversion marks what its library takes more for than is published; never published. */
export const takesMoreMark = 'x-toolwire-takes-more';

/** A schema of all that a library may take for the one that is published: open where it is marked. */
export function openMarked(schema: unknown, path: readonly PathSegment[] = []): unknown {
  if (!isObject(schema)) {
    return schema;
  }
  if (schema[takesMoreMark] !== undefined) {
    return {};
  }
  const { required, minLength, ...rest } = mapSubschemas(schema, path, openMarked);
  return {
    ...rest,
    ...(Array.isArray(required) ? { required: required.filter((name) => !mayBeAbsent(schema, String(name))) } : {}),
    // Some libraries count half a character as one.
    ...(typeof minLength === 'number' ? { minLength: Math.ceil(minLength / 2) } : {}),
  };
}

function mayBeAbsent({ properties }: JsonSchema, name: string): boolean {
  return isObject(properties) && takesAbsence(own(properties, name));
}

function takesAbsence(schema: unknown): boolean {
  return isObject(schema) && (schema[takesMoreMark] === 'absence' || listOf(schema['anyOf']).some(takesAbsence));
}
