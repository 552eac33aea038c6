import type { Answered } from './idempotency-store.ts';
import type { KeyedResult, KeyedWork } from './keyed-work.ts';

/** Writes and reads what is kept of answers. */
export class Records<Answer> {
  readonly #read: (text: string) => Answer;
  readonly #report: (error: unknown) => void;

  constructor(read: (text: string) => Answer, report: (error: unknown) => void) {
    this.#read = read;
    this.#report = report;
  }

  /** What to keep of an answer; `undefined` where nobody knows how far the work came. */
  of(answer: Answer, work: KeyedWork<Answer>): Answered | undefined {
    try {
      return work.record === undefined ? keptAsJson(answer) : work.record(answer);
    } catch (error) {
      this.#report(error);
      return undefined;
    }
  }

  /** What is kept, as the result for another who asks. */
  repeat(text: string): KeyedResult<Answer> {
    try {
      return { state: 'done', answer: this.#read(text), repeated: true };
    } catch (error) {
      this.#report(error);
      return { state: 'unavailable', error };
    }
  }
}

function keptAsJson(answer: unknown): Answered {
  // What JSON cannot hold, such as the answer of a function that returns nothing, is null.
  const text = JSON.stringify(answer) ?? 'null';
  return { fate: 'kept', text, bytes: 2 * text.length };
}
