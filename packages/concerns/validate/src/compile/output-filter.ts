import { visitSchemas } from '@toolwire/internal/json-schema';
import type { JsonSchema } from '../json-schema/json.ts';
import { compileProjection, type Projection } from '../output-fields/drop-unnamed-fields.ts';
import { ShapeReader } from '../output-fields/shape-reader.ts';
import { unlistedFields } from '../output-fields/unlisted-fields.ts';
import type { CompileOptions } from './compile-options.ts';
import type { Source } from './resolve-source.ts';

/** The fields of an output that are sent. */
export interface OutputFilter {
  /** Drops fields that the schema doesn't name; `undefined` where the library drops them, or no such field can exist. */
  readonly project: Projection | undefined;
  /** Whether a valid value may become invalid when fields are dropped. */
  readonly mayBecomeInvalid: boolean;
  /** Warnings about fields that are sent although the schema doesn't name them. */
  readonly warnings: readonly string[];
}

/** Reads the named fields from an output schema. */
export function createOutputFilter(
  { whole, dropsUnnamed, library }: Source,
  { validator }: CompileOptions,
): OutputFilter {
  const reader = new ShapeReader(whole);
  const project = dropsUnnamed ? undefined : compileProjection(whole, reader, validator);
  const places = unlistedFields(reader.required(whole));
  return {
    project,
    mayBecomeInvalid: library === undefined && project !== undefined && dependsOnParts(whole),
    warnings: places.length === 0 ? [] : [unlistedFieldsWarning(places)],
  };
}

function unlistedFieldsWarning(places: readonly string[]): string {
  const list = places.map((place) => (place === '' ? 'the value itself' : `'${place}'`)).join(', ');
  return `Fields that the output schema does not name are sent, in ${list}. To send only named fields, list them under properties.`;
}

const counting = ['contains', 'if', 'minProperties', 'not', 'oneOf', 'prefixItems', 'uniqueItems'];

function dependsOnParts(schema: JsonSchema): boolean {
  let counts = false;
  visitSchemas(schema, (subschema) => {
    counts ||= counting.some((keyword) => Object.hasOwn(subschema, keyword));
  });
  return counts;
}
