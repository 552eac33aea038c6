import { type Fields, isObject } from '../rpc/json-shape.ts';

/** Keywords whose values are no schemas, whatever they look like. */
const holdsData: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'required']);
/** Keywords whose values are schemas by name: a name there may look like a keyword. */
const holdsNamed: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);

/** A schema inside another, and how it is reached. */
export interface InnerSchema {
  readonly schema: Fields;
  readonly keyword: string;
  /** The property that it is for, if it is for one. */
  readonly property: string | undefined;
}

/** The schemas directly inside a schema. */
export function innerSchemas(schema: Fields): readonly InnerSchema[] {
  return Object.entries(schema).flatMap(([keyword, value]): readonly InnerSchema[] => {
    if (holdsData.has(keyword)) return [];
    if (Array.isArray(value)) {
      return value.filter(isObject).map((entry) => ({ schema: entry, keyword, property: undefined }));
    }
    if (!isObject(value)) return [];
    if (!holdsNamed.has(keyword)) return [{ schema: value, keyword, property: undefined }];
    return Object.entries(value).flatMap(([name, entry]) =>
      isObject(entry) ? [{ schema: entry, keyword, property: keyword === 'properties' ? name : undefined }] : [],
    );
  });
}

/** Changes a schema and all inside it, from the inside out; `enter` may keep out of some. */
export function mapSchema(
  schema: Fields,
  change: (schema: Fields) => Fields,
  enter: (schema: Fields) => boolean = () => true,
): Fields {
  if (!enter(schema)) return schema;
  const mapOne = (value: unknown): unknown => (isObject(value) ? mapSchema(value, change, enter) : value);
  const mapMember = (keyword: string, value: unknown): unknown => {
    if (holdsData.has(keyword)) return value;
    if (Array.isArray(value)) return value.map(mapOne);
    return holdsNamed.has(keyword) && isObject(value) ? mapMembers(value, (_, entry) => mapOne(entry)) : mapOne(value);
  };
  return change(mapMembers(schema, mapMember));
}

function mapMembers(fields: Fields, map: (name: string, value: unknown) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, map(name, value)]));
}
