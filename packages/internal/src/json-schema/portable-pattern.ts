// Syntax that is the same with and without the u flag.
const escape = String.raw`\\(?:c[A-Za-z]|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|0(?!\d)|[bdDwWsSfnrtv^$\\.*+?()[\]{}|/])`;
const outside = new RegExp(String.raw`${escape}|\\(?:k<[^>]+>|[1-9]\d*|B)|\{\d+(?:,\d*)?\}|[^\\[\]{}]`, 'y');
const inside = new RegExp(String.raw`${escape}|\\-|[^\\\]-]`, 'y');

// A needless backslash. The excluded letters have a meaning with or without the flag.
const needless = /\\([^cxukpPB\d])/y;
const characterSet = /^\\[dDwWsS]$/;

/** The default limit on the length of a string that is matched with a pattern, if its schema has no limit. */
export const defaultPatternLength = 10_000;

/** Rewrites a regular expression without flags so that it means the same with the u flag (OTC-DEF-09); `undefined` where it can't. */
export function portablePattern(source: string): string | undefined {
  if (compiles(source)) {
    return source;
  }
  // Without the flag, a surrogate is a separate character.
  const written = /\p{Surrogate}|[\u{10000}-\u{10FFFF}]/u.test(source) ? undefined : new Rewriter(source).rewrite();
  return written !== undefined && compiles(written) ? written : undefined;
}

/** A pattern as JSON Schema validators compile it, with the u flag; `undefined` if they can't. Such a pattern is not published. */
export function compilePattern(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}

/** Whether JSON Schema validators can compile a pattern. */
export function compiles(pattern: string): boolean {
  return compilePattern(pattern) !== undefined;
}

/** Whether a text matches a pattern; `undefined` if validators can't compile it. */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  return compilePattern(pattern)?.test(text);
}

class Rewriter {
  readonly #source: string;
  #index = 0;

  constructor(source: string) {
    this.#source = source;
  }

  rewrite(): string | undefined {
    let written = '';
    while (this.#index < this.#source.length) {
      const part = this.#take(outside) ?? this.#unescaped() ?? this.#bracket() ?? this.#class();
      if (part === undefined) {
        return undefined;
      }
      written += part;
    }
    return written;
  }

  #take(token: RegExp): string | undefined {
    token.lastIndex = this.#index;
    const match = token.exec(this.#source)?.[0];
    this.#index += match?.length ?? 0;
    return match;
  }

  #unescaped(): string | undefined {
    return this.#take(needless)?.slice(1);
  }

  #bracket(): string | undefined {
    const match = this.#take(/[\]{}]/y);
    return match === undefined ? undefined : `\\${match}`;
  }

  #class(): string | undefined {
    let written = this.#take(/\[\^?/y);
    while (written !== undefined && this.#take(/\]/y) === undefined) {
      const range = this.#range();
      written = range === undefined ? undefined : written + range;
    }
    return written === undefined ? undefined : `${written}]`;
  }

  /** One member or range of a class. Next to a set such as `\w` the dash is a character. */
  #range(): string | undefined {
    const from = this.#member();
    const dash = this.#take(/-(?!\])/y);
    if (from === undefined || dash === undefined) {
      return from;
    }
    const to = this.#member();
    const isText = characterSet.test(from) || (to !== undefined && characterSet.test(to));
    return to === undefined ? undefined : `${from}${isText ? '\\-' : '-'}${to}`;
  }

  #member(): string | undefined {
    return this.#take(inside) ?? (this.#take(/-/y) === undefined ? this.#unescaped() : '\\-');
  }
}
