import { isObject, type JsonSchema, type PathSegment, setOwn } from '../base/json.ts';

const single = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const lists = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);
const maps = new Set(['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties']);

/** Makes a new subschema of an old one, found at a path of keywords and names. */
export type SubschemaTransform = (subschema: unknown, path: readonly PathSegment[]) => unknown;

/** Copies a schema with each direct subschema transformed; a parameter that is called `$ref` is not taken for a keyword. */
export function mapSubschemas(
  schema: JsonSchema,
  path: readonly PathSegment[],
  transform: SubschemaTransform,
): JsonSchema {
  const copy: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    setOwn(copy, keyword, mapKeyword(keyword, value, [...path, keyword], transform));
  }
  return copy;
}

function mapKeyword(
  keyword: string,
  value: unknown,
  path: readonly PathSegment[],
  transform: SubschemaTransform,
): unknown {
  if (lists.has(keyword) && Array.isArray(value)) {
    return value.map((item, index) => transform(item, [...path, index]));
  }
  if (single.has(keyword)) {
    return transform(value, path);
  }
  if (maps.has(keyword) && isObject(value)) {
    const copy: Record<string, unknown> = {};
    for (const [name, subschema] of Object.entries(value)) {
      // `dependencies` of draft-07 also holds lists of names.
      setOwn(copy, name, Array.isArray(subschema) ? subschema : transform(subschema, [...path, name]));
    }
    return copy;
  }
  return value;
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
  mapSubschemas(schema, path, (subschema, subpath) => {
    visitSchemas(subschema, visit, subpath);
    return subschema;
  });
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
const namedKeywords = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);
const valueKeywords = new Set(['additionalProperties', 'unevaluatedProperties']);

/** Turns a path of keywords into the field that an author knows, such as `filter.tags[].name`. */
export function fieldOf(path: readonly PathSegment[]): string {
  let field = '';
  for (let index = 0; index < path.length; index += 1) {
    const keyword = String(path[index]);
    if (itemKeywords.has(keyword)) {
      field += '[]';
      index += typeof path[index + 1] === 'number' ? 1 : 0;
    } else if (namedKeywords.has(keyword) && index + 1 < path.length) {
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
