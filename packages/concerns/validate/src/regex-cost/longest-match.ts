import { type Expression, parseExpression, type Term } from './parse-expression.ts';

/** The length of the longest matching text; `Infinity` unless the pattern is anchored at both ends. */
export function longestMatch(expression: Expression): number {
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

function isBetweenEnds(term: Term): boolean {
  const [startsAt, endsAt] = [oncePerTerm(startsAtStart), oncePerTerm(endsAtEnd)];
  const isBetween = oncePerTerm<boolean>((part, of) => {
    if (part.kind === 'choice') {
      return part.terms.every(of);
    }
    const [first, last] = part.kind === 'sequence' ? [part.terms[0], part.terms.at(-1)] : [];
    return first !== undefined && last !== undefined && startsAt(first) && endsAt(last);
  });
  return isBetween(term);
}

function startsAtStart(term: Term, of: (part: Term) => boolean): boolean {
  if (term.kind === 'choice') {
    return term.terms.every(of);
  }
  const [first] = term.kind === 'sequence' ? term.terms : [];
  return first === undefined ? term.kind === 'start' : of(first);
}

function endsAtEnd(term: Term, of: (part: Term) => boolean): boolean {
  if (term.kind === 'choice') {
    return term.terms.every(of);
  }
  const last = term.kind === 'sequence' ? term.terms.at(-1) : undefined;
  return last === undefined ? term.kind === 'end' : of(last);
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
