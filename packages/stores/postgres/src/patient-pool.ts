import { setTimeout as wait } from 'node:timers/promises';
import { answerInTime, unanswered } from '@toolwire/internal';
import { explained, isPassing } from './postgres-errors.ts';
import type { PostgresPool } from './postgres-pool.ts';

/** What a statement has answered. */
export type Rows = readonly Readonly<Record<string, unknown>>[];

/** How long to wait before PostgreSQL is asked again. */
const againMs = 50;

/** Runs statements again that failed for a moment. An answer may have been lost, so a statement may have run before: each of them must bear that. */
export class PatientPool {
  readonly #pool: PostgresPool;
  readonly #schema: string;
  readonly #patienceMs: number;
  readonly #silence: () => Error;

  constructor(pool: PostgresPool, schema: string, patienceMs: number) {
    this.#pool = pool;
    this.#schema = schema;
    this.#patienceMs = patienceMs;
    this.#silence = unanswered('PostgreSQL', patienceMs);
  }

  /** `tooLate` is told what is answered after this has given up: what was asked in vain takes effect all the same. */
  async run(text: string, values: readonly unknown[], tooLate: (rows: Rows) => void = () => undefined): Promise<Rows> {
    const givesUpAt = performance.now() + this.#patienceMs;
    const asked: Promise<Rows>[] = [];
    for (;;) {
      try {
        const leftMs = Math.max(1, Math.ceil(givesUpAt - performance.now()));
        const answer = this.#ask(text, values, leftMs);
        asked.push(answer);
        return await answerInTime(answer, leftMs, this.#silence);
      } catch (error) {
        if (!isPassing(error) || performance.now() + againMs >= givesUpAt) {
          for (const answer of asked) answer.then(tooLate, () => undefined);
          throw explained(error, this.#schema);
        }
      }
      await wait(againMs);
    }
  }

  /** Runs a statement once. */
  async runOnce(text: string, values: readonly unknown[]): Promise<Rows> {
    try {
      return await answerInTime(this.#ask(text, values, this.#patienceMs), this.#patienceMs, this.#silence);
    } catch (error) {
      throw explained(error, this.#schema);
    }
  }

  async #ask(text: string, values: readonly unknown[], ms: number): Promise<Rows> {
    // A connection that has said nothing for so long is given up, so that silent ones do not use up the pool.
    const { rows } = await this.#pool.query({ text, values: [...values], query_timeout: ms });
    return rows.filter((row): row is Rows[number] => typeof row === 'object' && row !== null);
  }
}
