import { mapSubschemas, subschemasOf } from '@toolwire/internal';
import { type Fields, isObject } from '../rpc/json-shape.ts';

/** A schema inside another, and how it is reached. */
export interface InnerSchema {
  readonly schema: Fields;
  readonly keyword: string;
  /** The property that it is for, if it is for one. */
  readonly property: string | undefined;
}

/** The schemas directly inside a schema, those of keywords that JSON Schema does not know among them: references may point there. */
export function innerSchemas(schema: Fields): readonly InnerSchema[] {
  return subschemasOf(schema, 'enter').flatMap(({ subschema, place: [keyword, within] }) =>
    isObject(subschema)
      ? [{ schema: subschema, keyword, property: keyword === 'properties' ? String(within) : undefined }]
      : [],
  );
}

/** Changes a schema and all inside it, from the inside out; `enter` may keep out of some. */
export function mapSchema(
  schema: Fields,
  change: (schema: Fields) => Fields,
  enter: (schema: Fields) => boolean = () => true,
): Fields {
  if (!enter(schema)) return schema;
  const mapped = mapSubschemas(
    schema,
    (subschema) => (isObject(subschema) ? mapSchema(subschema, change, enter) : subschema),
    'enter',
  );
  return change(mapped);
}
