import { memberPath } from '@toolwire/internal/json-schema';
import type { Conjunction } from './conjunction.ts';
import type { Subschema } from './subschema.ts';

/** Why it is not proven that one schema, called wide, accepts every value of another, called narrow. */
interface Gap {
  /** The affected part of the value, such as `a.b[]`; empty for the whole value. */
  readonly path: string;
  readonly reason: string;
}

/** The result of a proof; `undefined` if it succeeded. */
export type GapOrNone = Gap | undefined;

/** The gap of a proof that was given up. */
export const tooManySteps: Gap = { path: '', reason: 'the schemas take too many steps to compare' };

/** Returns the gap with the path from the containing object. */
export function inMember(name: string, gap: GapOrNone): GapOrNone {
  return gap && { ...gap, path: join(memberPath('', name), gap.path) };
}

/** Returns the gap of an unnamed property with the path from the containing object. */
export function inOtherMember(gap: GapOrNone): GapOrNone {
  return gap && { ...gap, path: join('*', gap.path) };
}

/** Returns the gap with the path from the containing list. */
export function inItem(gap: GapOrNone): GapOrNone {
  return gap && { ...gap, path: join('[]', gap.path) };
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

/** Tries to prove that the wide schema accepts every value that all narrow schemas accept. Returns the gap, if any. */
export type Prove = (narrow: Conjunction, wide: Subschema) => GapOrNone;

/** Continues a proof for the same value, or for a part of it. */
export interface Provers {
  readonly forSameValue: Prove;
  readonly forMember: Prove;
  /** Whether schemas provably have no value in common; `undefined` if the proof takes too many steps. */
  readonly areDisjoint: (left: Conjunction, right: Conjunction) => boolean | undefined;
}
