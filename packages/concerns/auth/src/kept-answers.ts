import type { IntrospectionAnswer } from './introspection-answer.ts';

// A token may become good, such as one that was sent before the authorization server knew of it.
const longestBadMs = 30_000;

/** Answers of a moment ago, by the hash of their token. */
export class KeptAnswers {
  readonly #keptMs: number;
  readonly #most: number;
  /** Good and bad ones have room of their own: made-up tokens push no good one out. */
  readonly #good = new Map<string, { readonly answer: IntrospectionAnswer; readonly until: number }>();
  readonly #bad = new Map<string, { readonly answer: IntrospectionAnswer; readonly until: number }>();

  constructor(keptMs: number, most: number) {
    this.#keptMs = keptMs;
    this.#most = most;
  }

  /** The answer for a token, if it still counts. */
  find(hash: string): { readonly answer: IntrospectionAnswer } | undefined {
    const kept = this.#good.get(hash) ?? this.#bad.get(hash);
    return kept !== undefined && performance.now() < kept.until ? kept : undefined;
  }

  /** Keeps an answer, in place of the oldest where there is no room. */
  keep(hash: string, answer: IntrospectionAnswer): void {
    if (this.#keptMs === 0 || this.#most === 0) return;
    this.#good.delete(hash);
    this.#bad.delete(hash);
    const kept = answer === undefined ? this.#bad : this.#good;
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size >= this.#most) kept.delete(oldest);
    const keptMs = answer === undefined ? Math.min(this.#keptMs, longestBadMs) : this.#keptMs;
    kept.set(hash, { answer, until: performance.now() + keptMs });
  }
}
