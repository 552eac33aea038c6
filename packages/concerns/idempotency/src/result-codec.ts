import type { StoredResult } from './idempotency-store.ts';
import type { KeyedResult, KeyedWork } from './keyed-work.ts';

/** Encodes results for the store, and decodes them. Failures are reported. */
export class ResultCodec<Answer> {
  readonly #read: (text: string) => Answer;
  readonly #report: (error: unknown) => void;

  constructor(read: (text: string) => Answer, report: (error: unknown) => void) {
    this.#read = read;
    this.#report = report;
  }

  /** Returns `undefined` if the result can't be stored. */
  encode(answer: Answer, work: KeyedWork<Answer>): StoredResult | undefined {
    try {
      return work.encode === undefined ? encodeJson(answer) : work.encode(answer);
    } catch (error) {
      this.#report(error);
      return undefined;
    }
  }

  /** Decodes a stored result for a repeated call. */
  decode(text: string): KeyedResult<Answer> {
    try {
      return { state: 'done', answer: this.#read(text), repeated: true };
    } catch (error) {
      this.#report(error);
      return { state: 'unavailable', error };
    }
  }
}

function encodeJson(answer: unknown): StoredResult {
  // JSON has no undefined, which a function without a return value returns.
  const text = JSON.stringify(answer) ?? 'null';
  return { retention: 'kept', text, bytes: 2 * text.length };
}
