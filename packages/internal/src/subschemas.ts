import { type Fields, isObject } from './json-shape.ts';

const holdsOne: ReadonlySet<string> = new Set([
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
const holdsList: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);
const holdsNamed: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);
const holdsData: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples', 'required']);

/** Where a schema stands in another: a keyword, and behind some a name or a number. */
export type SubschemaPlace = readonly [keyword: string] | readonly [keyword: string, within: string | number];

/** Makes a new subschema of an old one. */
export type SubschemaChange = (subschema: unknown, place: SubschemaPlace) => unknown;

/** What becomes of keywords that JSON Schema does not know: they stay as they are, or the objects in them are taken for schemas. */
export type UnknownKeywords = 'keep' | 'enter';

/** Whether the keyword holds schemas by names, which authors choose, such as `properties`: a name there may look like a keyword. */
export function holdsSchemasByName(keyword: string): boolean {
  return holdsNamed.has(keyword);
}

/** Copies a schema with each schema directly inside it changed; a parameter that is called `$ref` is not taken for a keyword. */
export function mapSubschemas(
  schema: Fields,
  change: SubschemaChange,
  unknownKeywords: UnknownKeywords = 'keep',
): Fields {
  return mapMembers(schema, (keyword, value) => mapKeyword(keyword, value, change, unknownKeywords));
}

/** The schemas directly inside a schema, with the place of each. */
export function subschemasOf(
  schema: Fields,
  unknownKeywords: UnknownKeywords = 'keep',
): readonly { readonly subschema: unknown; readonly place: SubschemaPlace }[] {
  const found: { subschema: unknown; place: SubschemaPlace }[] = [];
  const add: SubschemaChange = (subschema, place) => found.push({ subschema, place });
  mapSubschemas(schema, add, unknownKeywords);
  return found;
}

function mapKeyword(
  keyword: string,
  value: unknown,
  change: SubschemaChange,
  unknownKeywords: UnknownKeywords,
): unknown {
  if (holdsNamed.has(keyword) && isObject(value)) {
    // `dependencies` of draft-07 also holds lists of names.
    return mapMembers(value, (name, one) => (Array.isArray(one) ? one : change(one, [keyword, name])));
  }
  const isKnown = holdsNamed.has(keyword) || holdsData.has(keyword);
  const mayHoldAny = unknownKeywords === 'enter' && !isKnown && typeof value === 'object' && value !== null;
  if (Array.isArray(value) && (holdsList.has(keyword) || mayHoldAny)) {
    return value.map((one, index) => change(one, [keyword, index]));
  }
  return holdsOne.has(keyword) || mayHoldAny ? change(value, [keyword]) : value;
}

function mapMembers(fields: Fields, map: (name: string, value: unknown) => unknown): Fields {
  // By entries, so that a property called `__proto__` stays one.
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, map(name, value)]));
}
