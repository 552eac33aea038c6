import { longestMatch } from './longest-match.ts';
import type { Expression } from './parse-expression.ts';
import { type Steps, slowSteps } from './pattern-steps.ts';

/** The step budget for all patterns of one input: about 40 ms of CPU. */
export const maxSteps = 3_000_000;

/** The cost of a pattern. */
export interface PatternCost {
  /** The steps for a text of a length; `undefined` for linear time. */
  readonly steps: Steps | undefined;
  /** The longest text within the step budget. */
  readonly longestInTime: number;
  /** The longest text that can match; `Infinity` where the pattern has no limit. */
  readonly longestMatch: number;
}

/** Computes the cost of each pattern once. */
export class PatternCosts {
  readonly #known = new Map<string, PatternCost>();

  /** Returns the cost of a pattern. */
  of(expression: Expression): PatternCost {
    const key = `${expression.flags}/${expression.source}`;
    const cost = this.#known.get(key) ?? costOf(expression);
    this.#known.set(key, cost);
    return cost;
  }
}

function costOf(expression: Expression): PatternCost {
  const steps = slowSteps(expression);
  return { steps, longestInTime: longestInTime(steps), longestMatch: longestMatch(expression) };
}

function longestInTime(steps: Steps | undefined): number {
  if (steps === undefined) {
    return Number.POSITIVE_INFINITY;
  }
  let fits = 0;
  let exceeds = maxSteps;
  while (exceeds - fits > 1) {
    const length = Math.floor((fits + exceeds) / 2);
    if (steps(length) <= maxSteps) fits = length;
    else exceeds = length;
  }
  return fits;
}
