import { type Fields, isObject, setOwn } from '../values/json-values.ts';

/** Keywords whose value is a subschema. */
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
/** Keywords whose value is a list of subschemas. `items` was one until draft 2019-09. */
const holdsList: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);
/** Keywords whose value is an object of subschemas. */
const holdsNamed: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);
/** Keywords whose value is never a schema, even if it looks like one. */
const holdsData: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples', 'required']);

/** Keywords whose subschemas apply to the same value, and may evaluate its parts. */
const combining: readonly string[] = ['$ref', 'allOf', 'anyOf', 'dependentSchemas', 'if', 'oneOf'];

/** Whether other schemas may evaluate parts of the same value, which `unevaluatedItems` and `unevaluatedProperties` then skip. */
export function combinesSchemas(schema: Fields): boolean {
  return combining.some((keyword) => Object.hasOwn(schema, keyword));
}

/** A step to a part: a name or keyword, or an index of an array. */
export type PathSegment = string | number;

/** The path of a subschema: a keyword, and for some keywords a name or an index. */
type SubschemaPlace = readonly [keyword: string] | readonly [keyword: string, within: string | number];

/** Returns a new subschema for an old one. */
export type SubschemaChange = (subschema: unknown, place: SubschemaPlace) => unknown;

/** Unknown keywords stay unchanged, or the objects in them count as schemas. */
export type UnknownKeywords = 'keep' | 'enter';

/** Whether a keyword maps names to schemas, such as `properties`. A name may look like a keyword. */
export function holdsSchemasByName(keyword: string): boolean {
  return holdsNamed.has(keyword);
}

/** Copies a schema and replaces each direct subschema. A parameter named `$ref` is not a keyword. */
export function mapSubschemas(
  schema: Fields,
  change: SubschemaChange,
  unknownKeywords: UnknownKeywords = 'keep',
): Fields {
  const copy: Record<string, unknown> = {};
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword];
    setOwn(copy, keyword, mapKeyword(keyword, value, change, unknownKeywords));
  }
  return copy;
}

/** Copies a schema at a path and replaces each direct subschema, given its path. */
export function mapSubschemasAt(
  schema: Fields,
  path: readonly PathSegment[],
  change: (subschema: unknown, path: readonly PathSegment[]) => unknown,
): Fields {
  return mapSubschemas(schema, (subschema, place) => change(subschema, [...path, ...place]));
}

/** A subschema with its path. */
export interface PlacedSubschema {
  readonly subschema: unknown;
  readonly place: SubschemaPlace;
}

/** The direct subschemas of a schema, with their paths. */
export function subschemasOf(schema: Fields, unknownKeywords: UnknownKeywords = 'keep'): readonly PlacedSubschema[] {
  let found: PlacedSubschema[] | undefined;
  // Only collects; the mapped copy is discarded.
  const add: SubschemaChange = (subschema, place) => (found ??= []).push({ subschema, place });
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword];
    // Most keywords hold a string or a number.
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
      const subschema = value[name];
      // `dependencies` of draft-07 also holds lists of names.
      setOwn(copy, name, Array.isArray(subschema) ? subschema : change(subschema, [keyword, name]));
    }
    return copy;
  }
  const isKnown = isNamed || holdsData.has(keyword);
  const mayHoldAny = unknownKeywords === 'enter' && !isKnown && typeof value === 'object' && value !== null;
  if (Array.isArray(value) && (holdsList.has(keyword) || mayHoldAny)) {
    return value.map((subschema, index) => change(subschema, [keyword, index]));
  }
  return holdsOne.has(keyword) || mayHoldAny ? change(value, [keyword]) : value;
}

/** Selects the subschemas that `mapSchemas` changes. */
export interface MapOptions {
  /** Whether a subschema is changed, with everything in it. */
  readonly enters?: (subschema: Fields, keyword: string) => boolean;
  readonly unknownKeywords?: UnknownKeywords;
}

/** Changes a schema and its subschemas at every level, innermost first. */
export function mapSchemas(schema: Fields, change: (schema: Fields) => Fields, options: MapOptions = {}): Fields {
  const { enters = () => true, unknownKeywords } = options;
  const mapped = mapSubschemas(
    schema,
    (subschema, [keyword]) =>
      isObject(subschema) && enters(subschema, keyword) ? mapSchemas(subschema, change, options) : subschema,
    unknownKeywords,
  );
  return change(mapped);
}

/** A schema with its path in another schema. */
export interface PlacedSchema {
  readonly schema: Fields;
  readonly path: readonly PathSegment[];
}

/** A schema and its subschemas at every level, outermost first. */
export function schemasIn(root: unknown): readonly PlacedSchema[] {
  const schemas: PlacedSchema[] = [];

  function collect(schema: unknown, path: readonly PathSegment[]): void {
    if (!isObject(schema)) return;
    schemas.push({ schema, path });
    for (const { subschema, place } of subschemasOf(schema)) collect(subschema, [...path, ...place]);
  }

  collect(root, []);
  return schemas;
}

/** Whether a schema or a subschema at any level passes a test. */
export function someSchema(schema: unknown, test: (schema: Fields) => boolean): boolean {
  return (
    isObject(schema) && (test(schema) || subschemasOf(schema).some(({ subschema }) => someSchema(subschema, test)))
  );
}

/** The names in `properties` at every level. A name that occurs twice is listed twice. */
export function propertyNamesIn(root: Fields): readonly string[] {
  return schemasIn(root).flatMap(({ schema: { properties } }) => (isObject(properties) ? Object.keys(properties) : []));
}

/** The maximum number of schemas of these types that are nested in each other. */
export function nestingDepth(schema: unknown, types: readonly unknown[]): number {
  if (!isObject(schema)) return 0;
  const inner = subschemasOf(schema).map(({ subschema }) => nestingDepth(subschema, types));
  return Math.max(0, ...inner) + Number(types.includes(schema['type']));
}
