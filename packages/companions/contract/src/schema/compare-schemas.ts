import { accepts } from './accepts.ts';
import { inclusionGap } from './included.ts';
import { type JsonSchema, placeOf } from './json-schema.ts';
import { samplesOf } from './samples.ts';

/** Whether every value of one schema is accepted by another: shown, refuted by a value, or open, and what is open. */
export type Inclusion =
  | { readonly verdict: 'yes' }
  | { readonly verdict: 'no'; readonly example: unknown; readonly at: string; readonly why: string }
  | { readonly verdict: 'unknown'; readonly at: string; readonly why: string };

/** Tells whether every value that the first schema accepts is accepted by the second. It says `no` only with a value that shows it. */
export function compareSchemas(first: JsonSchema, second: JsonSchema): Inclusion {
  const [one, other] = [placeOf(first, first), placeOf(second, second)];
  const gap = inclusionGap(one, other);
  if (gap === undefined) return { verdict: 'yes' };
  for (const example of samplesOf(one, other)) {
    if (accepts(other, example) === false && accepts(one, example) === true) return { verdict: 'no', example, ...gap };
  }
  return { verdict: 'unknown', ...gap };
}
