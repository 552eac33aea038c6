import { holdsSchemasByName, mapSubschemas as mapInside, subschemasOf } from '@toolwire/internal';
import { isObject, type JsonSchema, type PathSegment } from '../base/json.ts';

/** Makes a new subschema of an old one, found at a path of keywords and names. */
export type SubschemaTransform = (subschema: unknown, path: readonly PathSegment[]) => unknown;

/** Copies a schema with each direct subschema transformed. */
export function mapSubschemas(
  schema: JsonSchema,
  path: readonly PathSegment[],
  transform: SubschemaTransform,
): JsonSchema {
  return mapInside(schema, (subschema, place) => transform(subschema, [...path, ...place]));
}

/** Calls `visit` with a schema and each schema below it. */
export function visitSchemas(
  schema: unknown,
  visit: (schema: JsonSchema, path: readonly PathSegment[]) => void,
  path: readonly PathSegment[] = [],
): void {
  if (!isObject(schema)) {
    return;
  }
  visit(schema, path);
  for (const { subschema, place } of subschemasOf(schema)) visitSchemas(subschema, visit, [...path, ...place]);
}

const silentKeywords = new Set([
  'allOf',
  'anyOf',
  'else',
  'if',
  'not',
  'oneOf',
  'then',
  'contentSchema',
  'propertyNames',
]);
const itemKeywords = new Set(['additionalItems', 'contains', 'items', 'prefixItems', 'unevaluatedItems']);
const valueKeywords = new Set(['additionalProperties', 'unevaluatedProperties']);

/** Turns a path of keywords into the field that an author knows, such as `filter.tags[].name`. */
export function fieldOf(path: readonly PathSegment[]): string {
  let field = '';
  for (let index = 0; index < path.length; index += 1) {
    const keyword = String(path[index]);
    if (itemKeywords.has(keyword)) {
      field += '[]';
      index += typeof path[index + 1] === 'number' ? 1 : 0;
    } else if (holdsSchemasByName(keyword) && index + 1 < path.length) {
      index += 1;
      field += field === '' ? String(path[index]) : `.${String(path[index])}`;
    } else if (valueKeywords.has(keyword)) {
      field += field === '' ? '*' : '.*';
    } else if (silentKeywords.has(keyword)) {
      index += typeof path[index + 1] === 'number' ? 1 : 0;
    }
  }
  return field;
}
