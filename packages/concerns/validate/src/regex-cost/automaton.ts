import { type Expression, parseExpression, type Term } from './parse-expression.ts';

/** The number of ways to reach each position. */
type Ways = ReadonlyMap<number, number>;

/**
 * The positions of a pattern after one consumed character, and the number of ways from one to the next. Each run of a
 * backtracking matcher is a path through it. Positions where the pattern always matches are omitted, because the matcher
 * stops there.
 */
export interface Automaton {
  /** The source of each position: a character, an escape or a class. */
  readonly atoms: readonly string[];
  readonly follow: readonly Ways[];
  /** The positions after a match begins at the start of the text. */
  readonly first: Ways;
  /** The positions after a match begins elsewhere; empty if the pattern begins with `^`. */
  readonly firstAnywhere: Ways;
}

interface Part {
  readonly first: Ways;
  readonly firstAnywhere: Ways;
  readonly last: Ways;
  /** The last positions without a remaining condition. */
  readonly done: ReadonlySet<number>;
  /** The number of ways to match the empty string, the same away from the start, and whether one of them is unconditional. */
  readonly empty: number;
  readonly emptyAnywhere: number;
  readonly isEmptyForSure: boolean;
}

/** Longer repetitions count as endless. */
const maxCopied = 64;
const maxPositions = 1500;
/** Back references repeat the term of their group, so a short pattern may have many terms, even without positions. */
const maxTerms = 20_000;
/** More ways make no difference. Without a limit they become `Infinity`, and then `NaN`. */
const maxWays = 1e9;

/** Builds the automaton of a pattern; `undefined` for a pattern that is too long. */
export function automatonOf(expression: Expression): Automaton | undefined {
  const builder = new Builder();
  const { first, firstAnywhere, done } = builder.part(parseExpression(expression));
  if (builder.isTooLong) {
    return undefined;
  }
  const without = (ways: Ways): Ways => new Map([...ways].filter(([position]) => !done.has(position)));
  return {
    atoms: builder.atoms,
    follow: builder.follow.map(without),
    first: without(first),
    firstAnywhere: without(firstAnywhere),
  };
}

class Builder {
  readonly atoms: string[] = [];
  readonly follow: Map<number, number>[] = [];
  #terms = 0;

  get isTooLong(): boolean {
    return this.atoms.length > maxPositions || this.#terms > maxTerms;
  }

  part(term: Term): Part {
    if (this.isTooLong) {
      return nothing;
    }
    this.#terms += 1;
    switch (term.kind) {
      case 'character':
        return this.#character(term.source);
      case 'sequence':
        return term.terms.reduce<Part>((before, next) => this.#joined(before, this.part(next)), nothing);
      case 'choice':
        return term.terms.map((branch) => this.part(branch)).reduce(either);
      case 'repeat':
        return this.#repeat(term.term, term.min, term.max);
      case 'look':
        return look(this.part(term.term));
      case 'start':
        return { ...nothing, emptyAnywhere: 0, isEmptyForSure: false };
      case 'end':
      case 'condition':
        return { ...nothing, isEmptyForSure: false };
    }
  }

  #character(source: string): Part {
    const position = this.atoms.push(source) - 1;
    this.follow.push(new Map());
    const only = new Map([[position, 1]]);
    return {
      first: only,
      firstAnywhere: only,
      last: only,
      done: new Set([position]),
      empty: 0,
      emptyAnywhere: 0,
      isEmptyForSure: false,
    };
  }

  #joined(before: Part, after: Part): Part {
    this.#connect(before.last, after.firstAnywhere);
    return {
      first: plus(before.first, after.first, before.empty),
      firstAnywhere: plus(before.firstAnywhere, after.firstAnywhere, before.emptyAnywhere),
      last: plus(after.last, before.last, after.empty),
      done: after.isEmptyForSure ? new Set([...after.done, ...before.done]) : after.done,
      empty: Math.min(maxWays, before.empty * after.empty),
      emptyAnywhere: Math.min(maxWays, before.emptyAnywhere * after.emptyAnywhere),
      isEmptyForSure: before.isEmptyForSure && after.isEmptyForSure,
    };
  }

  #connect(from: Ways, to: Ways): void {
    for (const [position, ways] of from) {
      const follow = this.follow[position];
      for (const [next, more] of to) {
        follow?.set(next, Math.min(maxWays, (follow.get(next) ?? 0) + ways * more));
      }
    }
  }

  #repeat(term: Term, min: number, max: number): Part {
    if (max === 0) {
      return nothing;
    }
    const size = this.atoms.length;
    const round = this.part(term);
    const rounds = max === Number.POSITIVE_INFINITY ? min : max;
    const copied = this.atoms.length - size;
    // A condition such as `^` has no positions to copy.
    if (rounds > 1 && (copied === 0 || rounds * copied > maxCopied)) {
      return this.#endless(round, min);
    }
    // Each optional round is nested in the previous round: (x(x)?)?
    const copies = Array.from({ length: Math.max(rounds, 1) - 1 }, () => this.part(term));
    const parts = [round, ...copies];
    const last = max === Number.POSITIVE_INFINITY ? parts.length - 1 : -1;
    return parts.reduceRight<Part>((after, part, index) => {
      const repeated = index === last ? this.#endless(part, min > index ? 1 : 0) : part;
      const joined = this.#joined(repeated, after);
      return index < min || index === last ? joined : optional(joined);
    }, nothing);
  }

  #endless(part: Part, min: number): Part {
    // After a character, `^` no longer matches.
    this.#connect(part.last, part.firstAnywhere);
    return min > 0 ? part : optional(part);
  }
}

const nothing: Part = {
  first: new Map(),
  firstAnywhere: new Map(),
  last: new Map(),
  done: new Set(),
  empty: 1,
  emptyAnywhere: 1,
  isEmptyForSure: true,
};

/** An empty round ends a repetition, so skipping it is the only way to match the empty string. */
function optional(part: Part): Part {
  return { ...part, empty: 1, emptyAnywhere: 1, isEmptyForSure: true };
}

/** A lookaround is tried next to what follows it, and leads nowhere. A lookbehind such as `(?<=^a)` reaches the start from elsewhere. */
function look({ first }: Part): Part {
  return { ...nothing, first, firstAnywhere: first, isEmptyForSure: false };
}

function either(left: Part, right: Part): Part {
  return {
    first: plus(left.first, right.first, 1),
    firstAnywhere: plus(left.firstAnywhere, right.firstAnywhere, 1),
    last: plus(left.last, right.last, 1),
    done: new Set([...left.done, ...right.done]),
    empty: Math.min(maxWays, left.empty + right.empty),
    emptyAnywhere: Math.min(maxWays, left.emptyAnywhere + right.emptyAnywhere),
    isEmptyForSure: left.isEmptyForSure || right.isEmptyForSure,
  };
}

function plus(left: Ways, right: Ways, times: number): Ways {
  if (times === 0 || right.size === 0) {
    return left;
  }
  const sum = new Map(left);
  for (const [position, ways] of right) {
    sum.set(position, Math.min(maxWays, (sum.get(position) ?? 0) + ways * times));
  }
  return sum;
}
