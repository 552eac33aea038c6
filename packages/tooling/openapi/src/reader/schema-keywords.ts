import { isObject, listOf } from '@toolwire/internal';

/** Keywords with one schema, a list of schemas, or schemas by name. `schema-reader.ts` reads `items`. */
export const subschemaKeywords: ReadonlyMap<string, 'one' | 'list' | 'map'> = new Map([
  ['additionalProperties', 'one'],
  ['contains', 'one'],
  ['else', 'one'],
  ['if', 'one'],
  ['not', 'one'],
  ['propertyNames', 'one'],
  ['then', 'one'],
  ['unevaluatedItems', 'one'],
  ['unevaluatedProperties', 'one'],
  ['allOf', 'list'],
  ['anyOf', 'list'],
  ['oneOf', 'list'],
  ['prefixItems', 'list'],
  ['dependentSchemas', 'map'],
  ['patternProperties', 'map'],
  ['properties', 'map'],
]);

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
const isFlag = (value: unknown) => typeof value === 'boolean';
const isFilledList = (value: unknown) => Array.isArray(value) && value.length > 0;
const isNames = (value: unknown) => Array.isArray(value) && listOf(value).every(isText);
const isAny = (value: unknown) => value !== undefined;

/** Keywords that are copied if their value is valid. Keywords that JSON Schema doesn't have are omitted. */
export const plainKeywords: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['const', isAny],
  ['contentEncoding', isText],
  ['contentMediaType', isText],
  ['default', isAny],
  ['dependentRequired', (value) => isObject(value) && Object.values(value).every(isNames)],
  ['deprecated', isFlag],
  ['description', isText],
  ['enum', isFilledList],
  ['examples', isFilledList],
  ['exclusiveMaximum', isNumber],
  ['exclusiveMinimum', isNumber],
  ['maxContains', isCount],
  ['maxItems', isCount],
  ['maxLength', isCount],
  ['maxProperties', isCount],
  ['maximum', isNumber],
  ['minContains', isCount],
  ['minItems', isCount],
  ['minLength', isCount],
  ['minProperties', isCount],
  ['minimum', isNumber],
  ['multipleOf', (value) => isNumber(value) && Number(value) > 0],
  ['title', isText],
  ['uniqueItems', isFlag],
]);
