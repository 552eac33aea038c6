import { isTooLargeSchema, maxSchemaParts } from '../schema-size.ts';
import { accepts } from './accepts.ts';
import { inclusionGap } from './inclusion-gap.ts';
import { samplesOf } from './samples.ts';
import { type JsonSchema, type Subschema, subschemaOf } from './subschema.ts';
import { withoutUnevaluated } from './unevaluated.ts';

/** Whether one schema accepts every value of another: proven, refuted with a value, or unknown with the reason. */
export type Inclusion =
  | { readonly verdict: 'yes' }
  | { readonly verdict: 'no'; readonly example: unknown; readonly at: string; readonly why: string }
  | { readonly verdict: 'unknown'; readonly at: string; readonly why: string };

/** Whether the second schema accepts every value of the first. The result `no` comes with such a value. */
export function compareSchemas(first: JsonSchema, second: JsonSchema): Inclusion {
  if (isTooLargeSchema(first) || isTooLargeSchema(second)) return { verdict: 'unknown', at: '', why: tooLarge };
  const [earlier, later] = [rootOf(first), rootOf(second)];
  const gap = inclusionGap(earlier, later);
  if (gap === undefined) return { verdict: 'yes' };
  for (const example of samplesOf(earlier, later)) {
    const isCounterexample = accepts(later, example) === false && accepts(earlier, example) === true;
    if (isCounterexample) return { verdict: 'no', example, ...gap };
  }
  return { verdict: 'unknown', ...gap };
}

const tooLarge = `there are more than ${maxSchemaParts} parts once references are replaced`;

function rootOf(schema: JsonSchema): Subschema {
  const root = withoutUnevaluated(schema);
  return subschemaOf(root, root);
}
