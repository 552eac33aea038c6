import { type Expression, parseExpression, type Term } from './parse-expression.ts';
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

/** The length of the longest matching text; `Infinity` unless the pattern is anchored at both ends. */
function longestMatch(expression: Expression): number {
  const term = parseExpression(expression);
  return isBetweenEnds(term) ? oncePerTerm(longest)(term) : Number.POSITIVE_INFINITY;
}

/** Reads a property of a term from the same property of its parts. */
type Property<Value> = (term: Term, of: (part: Term) => Value) => Value;

/** Back references share the term of their group. A walk that reads it again each time may take exponential time. */
function oncePerTerm<Value>(property: Property<Value>): (term: Term) => Value {
  const known = new Map<Term, Value>();
  const of = (term: Term): Value => {
    const value = known.get(term) ?? property(term, of);
    known.set(term, value);
    return value;
  };
  return of;
}

/** Whether each choice of a pattern starts with `^` and ends with `$`, also inside its groups. */
function isBetweenEnds(term: Term): boolean {
  const startsAtStart = oncePerTerm<boolean>((part, of) => isAnchored(part, 'start', 0, of));
  const endsAtEnd = oncePerTerm<boolean>((part, of) => isAnchored(part, 'end', -1, of));
  return startsAtStart(term) && endsAtEnd(term);
}

/** Whether the first part of a term, or the last one with the index -1, is an anchor in each choice. */
function isAnchored(term: Term, anchor: 'start' | 'end', index: 0 | -1, of: (part: Term) => boolean): boolean {
  if (term.kind === 'choice') return term.terms.every(of);
  const edge = term.kind === 'sequence' ? term.terms.at(index) : undefined;
  return edge === undefined ? term.kind === anchor : of(edge);
}

function longest(term: Term, of: (part: Term) => number): number {
  switch (term.kind) {
    case 'character':
      return 1;
    case 'sequence':
      return term.terms.reduce((sum, part) => sum + of(part), 0);
    case 'choice':
      return Math.max(...term.terms.map(of));
    case 'repeat': {
      const round = of(term.term);
      // `Infinity * 0` is not a number.
      return round === 0 || term.max === 0 ? 0 : round * term.max;
    }
    case 'condition':
    case 'end':
    case 'look':
    case 'start':
      return 0;
  }
}
