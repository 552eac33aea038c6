import { mapSchemas, mapSubschemas, someSchema } from '@toolwire/internal/json-schema';
import { isAnnotation, isObject, type JsonSchema, listOf, own } from '../json-schema/json.ts';

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

/** The last published level of a recursive schema. It accepts any value, and describes that the structure continues. */
export function openPart(reference: JsonSchema): JsonSchema {
  const annotations = Object.fromEntries(Object.entries(reference).filter(([keyword]) => isAnnotation(keyword)));
  return { ...annotations, description: reference['description'] ?? 'The same structure again, nested to any depth.' };
}

/** Relaxes a schema with open parts below some keywords: more values may match a part, so negated keywords must not forbid them. */
export function relaxAround(schema: JsonSchema, openKeywords: ReadonlySet<unknown>): JsonSchema {
  if (openKeywords.size === 0) {
    return schema;
  }
  const { unevaluatedItems: _items, unevaluatedProperties: _properties, ...rest } = schema;
  const result: Record<string, unknown> = { ...rest };
  if (openKeywords.has('not')) {
    delete result['not'];
  }
  if (openKeywords.has('if')) {
    delete result['then'];
    delete result['else'];
  }
  if (openKeywords.has('contains')) {
    delete result['maxContains'];
  }
  if (openKeywords.has('oneOf')) {
    delete result['oneOf'];
    return result['anyOf'] === undefined
      ? { ...result, anyOf: schema['oneOf'] }
      : { ...result, allOf: [...listOf(result['allOf']), { anyOf: schema['oneOf'] }] };
  }
  return result;
}
