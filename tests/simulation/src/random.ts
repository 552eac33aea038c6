/** A seeded source of random numbers (mulberry32). The same seed gives the same numbers. */
export class Random {
  #state: number;

  constructor(seed: number) {
    // Neighboring seeds must not start with similar numbers.
    this.#state = Math.imul(seed + 1, 0x9e37_79b1) >>> 0;
  }

  /** A number from 0 to 1, without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b_79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 to `count - 1`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** A whole number in a range, including both ends. */
  between(from: number, to: number): number {
    return from + this.below(to - from + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<One>(all: readonly [One, ...One[]]): One {
    return all[this.below(all.length)] ?? all[0];
  }

  /** A UUID, for code that needs unique IDs. */
  uuid(): `${string}-${string}-${string}-${string}-${string}` {
    const hex = Array.from({ length: 8 }, () => this.below(65_536).toString(16).padStart(4, '0'));
    return `${hex[0]}${hex[1]}-${hex[2]}-${hex[3]}-${hex[4]}-${hex[5]}${hex[6]}${hex[7]}`;
  }
}
