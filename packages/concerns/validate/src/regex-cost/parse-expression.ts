/** The source and flags of a regular expression. */
export interface Expression {
  readonly source: string;
  readonly flags: string;
}

/** A parsed regular expression, as far as its running time depends on it. */
export type Term =
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'sequence' | 'choice'; readonly terms: readonly Term[] }
  | { readonly kind: 'repeat'; readonly term: Term; readonly min: number; readonly max: number }
  | { readonly kind: 'look'; readonly term: Term }
  /** An assertion that consumes no character: `^`, `$`, or another such as `\b`. */
  | { readonly kind: 'start' | 'end' | 'condition' };

/** Parses a valid regular expression. An invalid one is accepted too, because it never runs. */
export function parseExpression({ source, flags }: Expression): Term {
  return new Reader(source, flags).choice();
}

class Reader {
  readonly #source: string;
  readonly #flags: string;
  readonly #groups: Term[] = [];
  readonly #names = new Map<string, number>();
  #index = 0;
  #isMultiline: boolean;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
    this.#isMultiline = flags.includes('m');
  }

  choice(): Term {
    const branches: Term[][] = [[]];
    while (this.#index < this.#source.length && this.#source[this.#index] !== ')') {
      if (this.#take(/\|/y) === undefined) {
        branches.at(-1)?.push(this.#repeated(this.#term()));
      } else {
        branches.push([]);
      }
    }
    return { kind: 'choice', terms: branches.map((terms) => ({ kind: 'sequence', terms })) };
  }

  #take(token: RegExp): RegExpExecArray | undefined {
    token.lastIndex = this.#index;
    const match = token.exec(this.#source);
    this.#index += match?.[0].length ?? 0;
    return match ?? undefined;
  }

  #term(): Term {
    const condition = this.#take(/[$^]|\\[bB]/y)?.[0];
    if (condition !== undefined) {
      // With the flag m, `^` and `$` match at each line break.
      const isOfText = condition.length === 1 && !this.#isMultiline;
      return { kind: isOfText ? (condition === '^' ? 'start' : 'end') : 'condition' };
    }
    return this.#group() ?? this.#backReference() ?? { kind: 'character', source: this.#character() };
  }

  #group(): Term | undefined {
    const opening = this.#take(/\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?/y)?.[0];
    if (opening === undefined) {
      return undefined;
    }
    const isCapturing = opening === '(' || /^\(\?<[^=!]/.test(opening);
    const index = this.#groups.length;
    if (isCapturing) {
      this.#groups.push({ kind: 'condition' });
      this.#names.set(opening.slice(3, -1), index);
    }
    const isMultiline = this.#isMultiline;
    // Also for `(?-m:`, because a condition only makes the estimate larger.
    this.#isMultiline ||= /^\(\?[a-z-]*m/.test(opening);
    const term = this.choice();
    this.#isMultiline = isMultiline;
    this.#take(/\)/y);
    if (isCapturing) {
      this.#groups[index] = term;
    }
    return /^\(\?<?[=!]/.test(opening) ? { kind: 'look', term } : term;
  }

  /** A back reference matches at most what its group can match. */
  #backReference(): Term | undefined {
    const named = this.#take(/\\k<([^>]*)>/y)?.[1];
    const index = named === undefined ? Number(this.#take(/\\([1-9]\d*)/y)?.[1] ?? 0) - 1 : this.#names.get(named);
    return index === undefined || index < 0 ? undefined : (this.#groups[index] ?? { kind: 'condition' });
  }

  #character(): string {
    if (this.#flags.includes('v') && this.#source[this.#index] === '[') {
      return this.#nestedClass();
    }
    const match = this.#take(
      /\[(?:\\.|[^\]\\])*\]|\\[pPu]\{[^}]*\}|\\u[\dA-Fa-f]{4}|\\x[\dA-Fa-f]{2}|\\c[A-Za-z]|\\.|./suy,
    );
    this.#index += match === undefined ? 1 : 0;
    return match?.[0] ?? '';
  }

  #nestedClass(): string {
    const start = this.#index;
    let depth = 0;
    do {
      const token = this.#take(/\\.|./suy)?.[0];
      depth += token === '[' ? 1 : token === ']' ? -1 : 0;
    } while (depth > 0 && this.#index < this.#source.length);
    return this.#source.slice(start, this.#index);
  }

  #repeated(term: Term): Term {
    const [match, sign, least, comma, most] = this.#take(/(?:([*+?])|\{(\d+)(,)?(\d+)?\})\??/y) ?? [];
    if (match === undefined) {
      return term;
    }
    const min = sign === undefined ? Number(least) : sign === '+' ? 1 : 0;
    const open = comma === undefined ? min : Number.POSITIVE_INFINITY;
    const max = sign === undefined ? Number(most ?? open) : sign === '?' ? 1 : Number.POSITIVE_INFINITY;
    return { kind: 'repeat', term, min, max };
  }
}
