import type { Fields } from '@toolwire/internal';
import type { Conjunction } from './conjunction.ts';
import type { Place } from './json-schema.ts';

/** More steps would take longer than anybody waits, and the schemas are made to need them. */
const mostSteps = 20_000;

/** Keeps account of a proof: how far it went, and what it assumes because it is being shown at this moment. */
export class Steps {
  readonly #numbers = new WeakMap<Fields, number>();
  readonly #assumed = new Map<string, number>();
  #numbered = 0;
  #taken = 0;
  #descents = 0;

  /** Whether there is patience for one more. */
  takeOne(): boolean {
    this.#taken += 1;
    return this.#taken <= mostSteps;
  }

  /** Shows something of the parts of a value. */
  descend<Result>(show: () => Result): Result {
    this.#descents += 1;
    try {
      return show();
    } finally {
      this.#descents -= 1;
    }
  }

  /**
   * Shows a claim about two schemas that may contain themselves. Within the parts of a value the same claim may be assumed, since
   * values end; without a step into the value that would be a circle.
   */
  assuming<Result>(first: Conjunction, second: Place, show: () => Result, assumed: Result, circle: Result): Result {
    const claim = `${first.map((place) => this.#numberOf(place)).join()}>${this.#numberOf(second)}`;
    const since = this.#assumed.get(claim);
    if (since !== undefined) return since < this.#descents ? assumed : circle;
    this.#assumed.set(claim, this.#descents);
    try {
      return show();
    } finally {
      this.#assumed.delete(claim);
    }
  }

  #numberOf({ keywords }: Place): number {
    let number = this.#numbers.get(keywords);
    if (number === undefined) {
      this.#numbered += 1;
      number = this.#numbered;
      this.#numbers.set(keywords, number);
    }
    return number;
  }
}
