import { type Expression, parseExpression, type Term } from './parse-expression.ts';

/** The length of the longest matching text; `Infinity` unless the pattern is anchored at both ends. */
export function longestMatch(expression: Expression): number {
  const term = parseExpression(expression);
  return isBetweenEnds(term) ? longest(term) : Number.POSITIVE_INFINITY;
}

function isBetweenEnds(term: Term): boolean {
  if (term.kind === 'choice') {
    return term.terms.every(isBetweenEnds);
  }
  return term.kind === 'sequence' && startsAtStart(term.terms[0]) && endsAtEnd(term.terms.at(-1));
}

function startsAtStart(term: Term | undefined): boolean {
  if (term?.kind === 'choice') {
    return term.terms.every(startsAtStart);
  }
  return term?.kind === 'sequence' ? startsAtStart(term.terms[0]) : term?.kind === 'start';
}

function endsAtEnd(term: Term | undefined): boolean {
  if (term?.kind === 'choice') {
    return term.terms.every(endsAtEnd);
  }
  return term?.kind === 'sequence' ? endsAtEnd(term.terms.at(-1)) : term?.kind === 'end';
}

function longest(term: Term): number {
  switch (term.kind) {
    case 'character':
      return 1;
    case 'sequence':
      return term.terms.reduce((sum, part) => sum + longest(part), 0);
    case 'choice':
      return Math.max(...term.terms.map(longest));
    case 'repeat': {
      const round = longest(term.term);
      return round === 0 ? 0 : round * term.max;
    }
    case 'condition':
    case 'end':
    case 'look':
    case 'start':
      return 0;
  }
}
