import { type Fields, isObject } from '@toolwire/internal';
import { combinesSchemas, isTooLargeSchema, mapSchemas, maxSchemaParts } from '@toolwire/internal/json-schema';
import { accepts } from './accepts.ts';
import { inclusionGap } from './inclusion-gap.ts';
import { samplesOf } from './samples.ts';
import { type JsonSchema, type Subschema, subschemaOf } from './subschema.ts';

/**
 * Whether a wide schema accepts every value of a narrow schema: proven, refuted with an example, or unknown. `path` and `reason` are the
 * first part that is not proven, such as `a.b[]`. The example may violate another part.
 */
export type Inclusion =
  | { readonly verdict: 'yes' }
  | { readonly verdict: 'no'; readonly example: unknown; readonly path: string; readonly reason: string }
  | { readonly verdict: 'unknown'; readonly path: string; readonly reason: string };

/** Whether the wide schema accepts every value of the narrow schema. The result `no` has a value that it does not accept. */
export function compareSchemas(narrow: JsonSchema, wide: JsonSchema): Inclusion {
  if (isTooLargeSchema(narrow) || isTooLargeSchema(wide)) return { verdict: 'unknown', path: '', reason: tooLarge };
  const [narrowRoot, wideRoot] = [rootOf(narrow), rootOf(wide)];
  const gap = inclusionGap(narrowRoot, wideRoot);
  if (gap === undefined) return { verdict: 'yes' };
  for (const example of samplesOf(narrowRoot, wideRoot)) {
    const isCounterexample = accepts(wideRoot, example) === false && accepts(narrowRoot, example) === true;
    if (isCounterexample) return { verdict: 'no', example, ...gap };
  }
  return { verdict: 'unknown', ...gap };
}

const tooLarge = `there are more than ${maxSchemaParts} parts once references are replaced`;

function rootOf(schema: JsonSchema): Subschema {
  const root = withoutUnevaluated(schema);
  return subschemaOf(root, root);
}

/**
 * Replaces `unevaluatedItems` with `items`, and `unevaluatedProperties` with `additionalProperties`, where they mean the same. Only the
 * latter can be compared keyword by keyword.
 */
function withoutUnevaluated(schema: JsonSchema): JsonSchema {
  return isObject(schema) ? mapSchemas(schema, replaceUnevaluated) : schema;
}

function replaceUnevaluated(schema: Fields): Fields {
  if (isEvaluatedElsewhere(schema)) return schema;
  const { unevaluatedItems, unevaluatedProperties, ...rest } = schema;
  // An item that `contains` accepts is evaluated.
  const keyword = rest['contains'] === undefined ? 'items' : 'unevaluatedItems';
  return {
    ...(unevaluatedItems !== undefined && { [keyword]: unevaluatedItems }),
    ...(unevaluatedProperties !== undefined && { additionalProperties: unevaluatedProperties }),
    // Next to `items` or `additionalProperties`, nothing stays unevaluated.
    ...rest,
  };
}

function isEvaluatedElsewhere(schema: Fields): boolean {
  // Before 2020-12, `items` could be a list, and `dependencies` could have schemas.
  const isOlder = Array.isArray(schema['items']) || 'dependencies' in schema;
  return isOlder || combinesSchemas(schema) || '$dynamicRef' in schema || '$recursiveRef' in schema;
}
