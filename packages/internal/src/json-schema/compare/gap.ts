import type { Conjunction } from './conjunction.ts';
import type { Place } from './place.ts';

/** What a proof could not show, and why. */
interface Gap {
  /** The affected part of the value, such as `a.b[]`; empty for the whole value. */
  readonly at: string;
  readonly why: string;
}

/** The result of a proof; `undefined` if it succeeded. */
export type Shown = Gap | undefined;

/** Returns the gap with the path from the containing object. */
export function inMember(name: string, shown: Shown): Shown {
  return shown && { ...shown, at: join(/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name), shown.at) };
}

/** Returns the gap with the path from the containing list. */
export function inItem(shown: Shown): Shown {
  return shown && { ...shown, at: join('[]', shown.at) };
}

function join(outer: string, inner: string): string {
  return inner === '' || inner.startsWith('[') ? outer + inner : `${outer}.${inner}`;
}

/** Returns the first gap of several proofs. */
export function firstGap(steps: Iterable<() => Shown>): Shown {
  for (const step of steps) {
    const shown = step();
    if (shown !== undefined) return shown;
  }
  return undefined;
}

/** Tries to prove that a schema part accepts every value of other parts. Returns the gap, if any. */
export type Show = (first: Conjunction, second: Place) => Shown;

/** Continues a proof for the same value, or for a part of it. */
export interface Within {
  readonly here: Show;
  readonly inside: Show;
}
