import { alphabetOf } from './alphabet.ts';
import { automatonOf } from './automaton.ts';
import type { Expression } from './parse-expression.ts';
import { type Pump, pumpsOf } from './pumps.ts';
import { type Counts, Runs, totalOf } from './runs.ts';

/** The approximate maximum number of steps of a backtracking matcher for a text of a length. */
export type Steps = (length: number) => number;

/** The steps of a pattern that may take more than linear time; `undefined` for any other pattern. */
export function slowSteps(expression: Expression): Steps | undefined {
  const automaton = automatonOf(expression);
  if (automaton === undefined) {
    // Too long to analyze: assumed to be quadratic.
    return (length) => length ** 2;
  }
  const letters = alphabetOf(automaton, expression.flags);
  const runs = new Runs(automaton);
  if (runs.areSingle(letters)) {
    return undefined;
  }
  const attacks = attacksOf(runs, pumpsOf(automaton, letters));
  if (attacks.length === 0) {
    return undefined;
  }
  const started = attacks.map((attack) => ({ attack, start: startOf(runs, attack) }));
  const counted = lengths.map((length) =>
    Math.max(1, ...started.map(({ attack, start }) => runs.steps(attack, length, start, maxCountedSteps))),
  );
  return (length) => interpolate(counted, length);
}

/** The start of an attack: the start of the text if it costs about as much there as elsewhere. */
function startOf(runs: Runs, attack: readonly Pump[]): Counts {
  const everywhere = runs.everywhere();
  const fromStart = runs.fromStart();
  const [everywhereSteps, startSteps] = [everywhere, fromStart].map((start) =>
    runs.steps(attack, phaseLength, start, maxCountedSteps),
  );
  return (startSteps ?? 0) * everywhere.length >= (everywhereSteps ?? 0) ? fromStart : everywhere;
}

/** Steps are counted for these lengths. Between and beyond them, a power law interpolates. */
const exactLengths = 32;
const lengths: readonly number[] = [
  ...Array.from({ length: exactLengths }, (_, index) => index + 1),
  40,
  48,
  64,
  96,
  128,
  192,
  256,
  512,
  1024,
];
const maxCountedSteps = 1e9;

function interpolate(counted: readonly number[], length: number): number {
  if (length <= exactLengths) {
    return counted[length - 1] ?? 0;
  }
  const firstLonger = lengths.findIndex((known) => known >= length);
  const upper = Math.max(1, firstLonger < 0 ? lengths.length - 1 : firstLonger);
  const [from = 1, to = 1] = lengths.slice(upper - 1);
  const [fromSteps = 1, toSteps = 1] = counted.slice(upper - 1);
  if (toSteps >= maxCountedSteps) {
    return toSteps;
  }
  const power = Math.log(toSteps / fromSteps) / Math.log(to / from);
  return toSteps * (length / to) ** power;
}

const maxPhases = 3;
const maxKeptAttacks = 2;
const maxPumps = 8;
const phaseLength = 48;
/** More simultaneous runs than this are slow, even if their number doesn't grow. */
const manyRuns = 2000;

interface Attack {
  readonly words: readonly Pump[];
  readonly counts: Counts;
  readonly total: number;
}

/** The most expensive attacks, with one repeated word or several in a row; empty where the runs don't multiply. */
function attacksOf(runs: Runs, pumps: readonly Pump[]): readonly (readonly Pump[])[] {
  const start: Attack = { words: [], counts: runs.everywhere(), total: 0 };
  const single = pumps.map((pump) => extendAttack(runs, start, pump));
  const growing = mostExpensive(
    single.filter(({ total, counts, words: [pump = []] }) => {
      const half = totalOf(runs.after(pump, phaseLength / 2, start.counts));
      return total > half || total > manyRuns || counts.some((count) => count > manyRuns);
    }),
    maxPumps,
  );
  let costliest: readonly Attack[] = growing.slice(0, maxKeptAttacks);
  const attacks = [...costliest];
  for (let phase = 1; phase < maxPhases; phase += 1) {
    const longer = costliest.flatMap((attack) =>
      growing.flatMap(({ words: [pump] }) => (pump ? extendAttack(runs, attack, pump) : [])),
    );
    costliest = mostExpensive(longer, maxKeptAttacks);
    attacks.push(...costliest);
  }
  return attacks.map(({ words }) => words);
}

function extendAttack(runs: Runs, { words, counts }: Attack, pump: Pump): Attack {
  const after = runs.after(pump, phaseLength, counts);
  return { words: [...words, pump], counts: after, total: totalOf(after) };
}

function mostExpensive(attacks: readonly Attack[], maxAttacks: number): readonly Attack[] {
  return attacks.toSorted((left, right) => right.total - left.total).slice(0, maxAttacks);
}
