import type { Fields } from '@toolwire/internal';
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

/** Stores the claims that a proof may assume. */
export class Claims {
  readonly #numbers = new WeakMap<Fields, number>();
  readonly #assumed = new Map<string, number>();
  #numbered = 0;
  #descents = 0;

  /** Runs a proof about the parts of a value. */
  descend(show: () => GapOrNone): GapOrNone {
    this.#descents += 1;
    try {
      return show();
    } finally {
      this.#descents -= 1;
    }
  }

  /**
   * Proves a claim about two schemas that may be recursive. The proof may assume the same claim for a part of the value, because values
   * are finite. Assuming it for the same value would be circular.
   */
  assuming(narrow: Conjunction, wide: Subschema, show: () => GapOrNone): GapOrNone {
    const claim = `${narrow.map((subschema) => this.#numberOf(subschema)).join()}>${this.#numberOf(wide)}`;
    const since = this.#assumed.get(claim);
    if (since !== undefined) return since < this.#descents ? undefined : { path: '', reason: 'circular reference' };
    this.#assumed.set(claim, this.#descents);
    try {
      return show();
    } finally {
      this.#assumed.delete(claim);
    }
  }

  #numberOf({ keywords }: Subschema): number {
    let number = this.#numbers.get(keywords);
    if (number === undefined) {
      this.#numbered += 1;
      number = this.#numbered;
      this.#numbers.set(keywords, number);
    }
    return number;
  }
}

/** The limit of one proof. Only hostile schemas need more steps. */
const maxSteps = 20_000;

/** Counts the steps of a proof, and of the whole comparison that it is part of. */
export class StepBudget {
  #left: number;
  readonly #comparison: StepBudget | undefined;

  constructor(steps: number = maxSteps, comparison?: StepBudget) {
    this.#left = steps;
    this.#comparison = comparison;
  }

  /** Creates the budget of a proof that is part of this comparison. */
  forProof(): StepBudget {
    return new StepBudget(maxSteps, this);
  }

  /** Takes a step. Returns `false` if none is left. */
  take(): boolean {
    this.#left -= 1;
    return this.#left >= 0 && (this.#comparison?.take() ?? true);
  }

  /** Whether a step was refused. */
  get isExceeded(): boolean {
    return this.#left < 0 || this.#comparison?.isExceeded === true;
  }
}
