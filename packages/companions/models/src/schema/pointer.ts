import { isObject, type SubschemaPlace, subschemasOf } from '@toolwire/internal';
import type { JsonSchema } from '../offer/model-tool.ts';

/** A schema, and where it stands in another, as a JSON pointer. */
export interface PlacedSchema {
  readonly schema: JsonSchema;
  readonly at: string;
}

/** A schema and all that stand in it. */
export function schemasWithin(schema: JsonSchema, at = ''): readonly PlacedSchema[] {
  const inside = subschemasOf(schema).flatMap(({ subschema, place }) =>
    isObject(subschema) ? schemasWithin(subschema, pointerTo(at, place)) : [],
  );
  return [{ schema, at }, ...inside];
}

/** Where a subschema stands, as a JSON pointer. */
export function pointerTo(at: string, place: SubschemaPlace): string {
  return [at, ...place.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}
