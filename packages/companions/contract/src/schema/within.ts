import type { Conjunction } from './conjunction.ts';
import type { Shown } from './gap.ts';
import type { Place } from './json-schema.ts';

/** Shows that every value of some parts of schemas is accepted by another part; answers what could not be shown. */
export type Show = (first: Conjunction, second: Place) => Shown;

/** How to go on with the same value, and with a part of it. */
export interface Within {
  readonly here: Show;
  readonly inside: Show;
}
