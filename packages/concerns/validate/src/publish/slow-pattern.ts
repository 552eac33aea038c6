/** One thing a pattern matches, and how often it may repeat. */
interface Term {
  readonly source: string;
  readonly optional: boolean;
  readonly unbounded: boolean;
  /** The alternatives inside, when the term is a group. */
  readonly alternatives: readonly Sequence[] | undefined;
}

type Sequence = readonly Term[];

/** Whether a pattern repeats what itself repeats, as `^(a+)+$` does, so that a short text can hold the event loop for minutes. */
export function isSlowPattern(pattern: string): boolean {
  const [alternatives] = readAlternatives(pattern, 0);
  return alternatives.some(hasSlowTerm);
}

function hasSlowTerm(sequence: Sequence): boolean {
  return sequence.some(
    (term) =>
      term.alternatives !== undefined &&
      ((term.unbounded && isAmbiguous(term.alternatives)) || term.alternatives.some(hasSlowTerm)),
  );
}

/** Whether one text can be divided among the rounds of a repeated group in more than one way. */
function isAmbiguous(alternatives: readonly Sequence[]): boolean {
  return (
    alternatives.some(canSplit) ||
    alternatives.some((one, index) => alternatives.slice(index + 1).some((other) => overlap(one, other)))
  );
}

/** A repeating term with nothing beside it that must match and that it cannot match itself. */
function canSplit(sequence: Sequence): boolean {
  return sequence.some((term, index) => {
    const repeats = term.unbounded || term.alternatives?.some(canSplit) === true;
    return repeats && sequence.every((other, at) => at === index || other.optional || sharesCharacter(term, other));
  });
}

function overlap(one: Sequence, other: Sequence): boolean {
  const [first] = one;
  const [second] = other;
  if (first === undefined || second === undefined) {
    return true;
  }
  return Math.min(one.length, other.length) === 1 && sharesCharacter(first, second);
}

const samples: readonly string[] = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
  '\n',
  'é',
];

function sharesCharacter(one: Term, other: Term): boolean {
  const first = matcherOf(one);
  const second = matcherOf(other);
  return (
    first !== undefined && second !== undefined && samples.some((sample) => first.test(sample) && second.test(sample))
  );
}

function matcherOf(term: Term): RegExp | undefined {
  try {
    return new RegExp(`^(?:${term.source})$`, 'u');
  } catch {
    // A piece such as a back reference, which means nothing by itself.
    return undefined;
  }
}

function readAlternatives(pattern: string, start: number): readonly [alternatives: readonly Sequence[], end: number] {
  const alternatives: Term[][] = [[]];
  let at = start;
  while (at < pattern.length && pattern[at] !== ')') {
    if (pattern[at] === '|') {
      alternatives.push([]);
      at += 1;
    } else {
      const [term, end] = readTerm(pattern, at);
      if (term !== undefined) {
        alternatives.at(-1)?.push(term);
      }
      at = end;
    }
  }
  return [alternatives, at];
}

function readTerm(pattern: string, start: number): readonly [term: Term | undefined, end: number] {
  const character = pattern[start];
  if (character === '(') {
    const prefix = /^\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?/.exec(pattern.slice(start))?.[0] ?? '(';
    const [alternatives, close] = readAlternatives(pattern, start + prefix.length);
    const isAssertion = /^\(\?<?[=!]/.test(prefix);
    const [repeat, end] = readRepeat(pattern, close + 1);
    const source = pattern.slice(start, close + 1);
    return [isAssertion ? undefined : { source, ...repeat, alternatives }, end];
  }
  const atom =
    /^(?:\[(?:\\.|[^\]\\])*\]|\\[pPu]\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\.|.)/su.exec(
      pattern.slice(start),
    )?.[0] ??
    character ??
    '';
  const [repeat, end] = readRepeat(pattern, start + atom.length);
  const isBoundary = atom === '^' || atom === '$' || atom === '\\b' || atom === '\\B';
  return [isBoundary ? undefined : { source: atom, ...repeat, alternatives: undefined }, end];
}

function readRepeat(
  pattern: string,
  start: number,
): readonly [repeat: Pick<Term, 'optional' | 'unbounded'>, end: number] {
  const [whole = '', sign, min, comma, max] = /^(?:([*+?])|\{(\d+)(,)?(\d+)?\})\??/.exec(pattern.slice(start)) ?? [];
  // Twenty rounds are enough to block the event loop for long.
  const unbounded = sign === '*' || sign === '+' || (comma !== undefined && (max === undefined || Number(max) >= 20));
  const optional = sign === '*' || sign === '?' || min === '0';
  return [{ optional, unbounded }, start + whole.length];
}
