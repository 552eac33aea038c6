import type { Fields } from '@toolwire/internal';
import type { Conjunction } from './conjunction.ts';
import type { GapOrNone } from './gap.ts';
import type { Subschema } from './subschema.ts';

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
