import { memberPath } from '../paths.ts';
import type { Conjunction } from './conjunction.ts';
import type { Subschema } from './subschema.ts';

/** What a proof could not show, and why. */
interface Gap {
  /** The affected part of the value, such as `a.b[]`; empty for the whole value. */
  readonly at: string;
  readonly why: string;
}

/** The result of a proof; `undefined` if it succeeded. */
export type GapOrNone = Gap | undefined;

/** Returns the gap with the path from the containing object. */
export function inMember(name: string, gap: GapOrNone): GapOrNone {
  return gap && { ...gap, at: join(memberPath('', name), gap.at) };
}

/** Returns the gap with the path from the containing list. */
export function inItem(gap: GapOrNone): GapOrNone {
  return gap && { ...gap, at: join('[]', gap.at) };
}

function join(outer: string, inner: string): string {
  return inner === '' || inner.startsWith('[') ? outer + inner : `${outer}.${inner}`;
}

/** Returns the first gap of several proofs. */
export function firstGap(steps: Iterable<() => GapOrNone>): GapOrNone {
  for (const step of steps) {
    const gap = step();
    if (gap !== undefined) return gap;
  }
  return undefined;
}

/** Tries to prove that a schema part accepts every value of other parts. Returns the gap, if any. */
export type Prove = (first: Conjunction, second: Subschema) => GapOrNone;

/** Continues a proof for the same value, or for a part of it. */
export interface Provers {
  readonly forSameValue: Prove;
  readonly forMember: Prove;
}
