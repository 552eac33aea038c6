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
  const copy: Record<string, unknown> = {};
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword];
    setMember(copy, keyword, mapKeyword(keyword, value, change, unknownKeywords));
  }
  return copy;
}

/** A schema inside another, and its place there. */
export interface PlacedSubschema {
  readonly subschema: unknown;
  readonly place: SubschemaPlace;
}

/** The schemas directly inside a schema, with the place of each. */
export function subschemasOf(schema: Fields, unknownKeywords: UnknownKeywords = 'keep'): readonly PlacedSubschema[] {
  let found: PlacedSubschema[] | undefined;
  const add: SubschemaChange = (subschema, place) => (found ??= []).push({ subschema, place });
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword];
    // Most keywords hold a text or a number, and most schemas nothing else.
    if (typeof value === 'object' || typeof value === 'boolean') mapKeyword(keyword, value, add, unknownKeywords);
  }
  return found ?? none;
}

const none: readonly PlacedSubschema[] = [];

function mapKeyword(
  keyword: string,
  value: unknown,
  change: SubschemaChange,
  unknownKeywords: UnknownKeywords,
): unknown {
  const isNamed = holdsNamed.has(keyword);
  if (isNamed && isObject(value)) {
    const copy: Record<string, unknown> = {};
    for (const name of Object.keys(value)) {
      const one = value[name];
      // `dependencies` of draft-07 also holds lists of names.
      setMember(copy, name, Array.isArray(one) ? one : change(one, [keyword, name]));
    }
    return copy;
  }
  const isKnown = isNamed || holdsData.has(keyword);
  const mayHoldAny = unknownKeywords === 'enter' && !isKnown && typeof value === 'object' && value !== null;
  if (Array.isArray(value) && (holdsList.has(keyword) || mayHoldAny)) {
    return value.map((one, index) => change(one, [keyword, index]));
  }
  return holdsOne.has(keyword) || mayHoldAny ? change(value, [keyword]) : value;
}

/** Sets a member of a new object, where a property called `__proto__` stays one. */
function setMember(copy: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(copy, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    copy[name] = value;
  }
}
