import type { Fields } from '../../json-values.ts';
import type { Conjunction } from './conjunction.ts';
import type { GapOrNone } from './gap.ts';
import type { Subschema } from './subschema.ts';

/** The limit of a proof. Only hostile schemas need more steps. */
const maxSteps = 20_000;

/** Counts the steps of a proof, and stores the claims that it may assume. */
export class Steps {
  readonly #numbers = new WeakMap<Fields, number>();
  readonly #assumed = new Map<string, number>();
  #numbered = 0;
  #taken = 0;
  #descents = 0;

  /** Counts a step. Returns whether the limit allows it. */
  takeOne(): boolean {
    this.#taken += 1;
    return this.#taken <= maxSteps;
  }

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
