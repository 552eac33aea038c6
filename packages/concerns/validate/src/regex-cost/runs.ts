import type { Letter } from './alphabet.ts';
import type { Automaton } from './automaton.ts';
import type { Pump } from './pumps.ts';

/** The number of runs at each position. */
export type Counts = Float64Array<ArrayBuffer>;

interface Move {
  readonly from: number;
  readonly to: number;
  readonly ways: number;
}

/** Counts the runs of a backtracking matcher, by position, on a text that doesn't match in the end. */
export class Runs {
  readonly #automaton: Automaton;
  readonly #moves = new Map<Letter, readonly Move[]>();
  /** The number of alternatives at each position. */
  readonly #costs: Counts;
  /** The transitions from each position, from the start of the text, and from any other start of a match. */
  readonly #follow: Automaton['follow'];
  readonly #startOfText: number;
  readonly #startElsewhere: number;

  constructor(automaton: Automaton) {
    const { follow, first, firstAnywhere } = automaton;
    this.#automaton = automaton;
    this.#follow = [...follow, first, firstAnywhere];
    this.#startOfText = follow.length;
    this.#startElsewhere = follow.length + 1;
    this.#costs = Float64Array.from(this.#follow.map(({ size }) => Math.max(1, size)));
  }

  /** Whether there is never more than one run, so that the pattern can't be slow. */
  areSingle(letters: readonly Letter[]): boolean {
    if (this.#automaton.firstAnywhere.size > 0) {
      return false;
    }
    return letters.every((letter) => {
      const moves = this.#movesBy(letter);
      return new Set(moves.map(({ from }) => from)).size === moves.length && moves.every(({ ways }) => ways === 1);
    });
  }

  /** One run at each position, for any text before it. */
  everywhere(): Counts {
    return new Float64Array(this.#follow.length).fill(1);
  }

  /** The single run that begins at the start of a text. */
  fromStart(): Counts {
    const counts = new Float64Array(this.#follow.length);
    counts[this.#startOfText] = 1;
    return counts;
  }

  /** The runs after a word is repeated up to a length. */
  after(pump: Pump, length: number, counts: Counts): Counts {
    let now = counts.slice();
    let next = counts.slice();
    for (let index = 0; index < length; index += 1) {
      this.#step(pump[index % pump.length], now, next);
      [now, next] = [next, now];
    }
    return now;
  }

  /** The steps for several repeated words in a row, with a total length. */
  steps(attack: readonly Pump[], length: number, start: Counts, maxSteps: number): number {
    let now = start.slice();
    let next = start.slice();
    let total = 0;
    for (const [phase, pump] of attack.entries()) {
      const begin = Math.ceil((length * phase) / attack.length);
      const end = Math.ceil((length * (phase + 1)) / attack.length);
      for (let index = begin; index < end && total < maxSteps; index += 1) {
        this.#step(pump[(index - begin) % pump.length], now, next);
        [now, next] = [next, now];
        total += this.#cost(now);
      }
    }
    return total;
  }

  #cost(counts: Counts): number {
    let cost = 0;
    for (let position = 0; position < counts.length; position += 1) {
      cost += (counts[position] ?? 0) * (this.#costs[position] ?? 1);
    }
    return cost;
  }

  #step(letter: Letter | undefined, now: Counts, next: Counts): void {
    next.fill(0);
    next[this.#startElsewhere] = 1;
    for (const { from, to, ways } of letter === undefined ? [] : this.#movesBy(letter)) {
      next[to] = (next[to] ?? 0) + (now[from] ?? 0) * ways;
    }
  }

  #movesBy(letter: Letter): readonly Move[] {
    const known = this.#moves.get(letter);
    if (known !== undefined) {
      return known;
    }
    const moves = this.#follow.flatMap((ways, from) =>
      [...ways].filter(([to]) => letter.has(to)).map(([to, count]): Move => ({ from, to, ways: count })),
    );
    this.#moves.set(letter, moves);
    return moves;
  }
}

/** The total number of runs. */
export function totalOf(counts: Counts): number {
  return counts.reduce((total, count) => total + count, 0);
}
