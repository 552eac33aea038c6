import { someSchema } from '@toolwire/internal/json-schema';
import type { JsonSchema } from '../json-schema/json.ts';
import { compileProjection, type Projection } from '../output-fields/compile-projection.ts';
import { ShapeReader } from '../output-fields/shape.ts';
import { unlistedFields } from '../output-fields/unlisted-fields.ts';
import type { CompileOptions } from './compile-options.ts';
import type { Source } from './resolve-source.ts';

/** The fields of an output that are sent. */
export interface OutputFilter {
  /** Drops fields that the schema doesn't name; `undefined` where the library drops them. */
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
  const fields = unlistedFields(reader.shapeOf(whole));
  return {
    project,
    mayBecomeInvalid: library === undefined && project !== undefined && dependsOnParts(whole),
    warnings: fields.length === 0 ? [] : [unlistedFieldsWarning(fields)],
  };
}

function unlistedFieldsWarning(fields: readonly string[]): string {
  const list = fields.map((field) => (field === '' ? 'the value itself' : `'${field}'`)).join(', ');
  return `Fields that the output schema does not name are sent, in ${list}. To send only named fields, list them under properties.`;
}

/** Keywords that a value may violate when it has fewer fields. */
const countingKeywords = ['contains', 'if', 'minProperties', 'not', 'oneOf', 'prefixItems', 'uniqueItems'];

function dependsOnParts(schema: JsonSchema): boolean {
  return someSchema(schema, (subschema) => countingKeywords.some((keyword) => Object.hasOwn(subschema, keyword)));
}
