import { mapSchemas, mapSubschemas, someSchema } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema, listOf, own } from '../json-schema/json.ts';

/** Marks a field that JSON can't represent. Never published. */
export const unrepresentableMark = 'x-toolwire-unrepresentable';

/** Marks a pattern that is checked but not published, such as a pattern with flags. Never published. */
export const flaggedPatternMark = 'x-toolwire-flagged-pattern';

/** Marks a schema whose library accepts more than the published schema. Never published. */
export const acceptsMoreMark = 'x-toolwire-accepts-more';

/** Removes the marks of the conversion. `publishPatterns` removes `flaggedPatternMark`. */
export function withoutMarks(schema: JsonSchema): JsonSchema {
  return mapSchemas(schema, ({ [acceptsMoreMark]: _more, [unrepresentableMark]: _type, ...rest }) => rest);
}

/** What a library accepts in addition to the published schema: other values, or also a missing field. */
export type AcceptsMore = 'values' | 'absence';

/** A schema for everything that the library may accept: marked parts become open. */
export function openMarkedParts(schema: unknown): unknown {
  if (!isObject(schema)) {
    return schema;
  }
  if (schema[acceptsMoreMark] !== undefined) {
    return {};
  }
  const { required, minLength, ...rest } = mapSubschemas(schema, openMarkedParts);
  return {
    ...rest,
    ...(Array.isArray(required) ? { required: required.filter((name) => !mayBeAbsent(schema, String(name))) } : {}),
    // Some libraries count UTF-16 units.
    ...(typeof minLength === 'number' ? { minLength: Math.ceil(minLength / 2) } : {}),
  };
}

/** Whether the library may accept more in any part of a schema. */
export function acceptsMoreAnywhere(schema: JsonSchema): boolean {
  return someSchema(schema, ({ [acceptsMoreMark]: mark }) => mark !== undefined);
}

function mayBeAbsent({ properties }: JsonSchema, name: string): boolean {
  return isObject(properties) && acceptsAbsence(own(properties, name));
}

function acceptsAbsence(schema: unknown): boolean {
  return isObject(schema) && (schema[acceptsMoreMark] === 'absence' || listOf(schema['anyOf']).some(acceptsAbsence));
}
