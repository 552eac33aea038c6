/** What one call may see. Answers that take their time are collected; the question is asked again when they are there. */
export class Sight<T> {
  readonly #ask: (item: T) => boolean | Promise<boolean>;
  readonly #known = new Map<T, boolean>();
  #open: Promise<void>[] = [];

  constructor(ask: (item: T) => boolean | Promise<boolean>) {
    this.#ask = ask;
  }

  /** Whether an item is visible, as far as that is known; asks once for each. */
  get visible(): (item: T) => boolean {
    return (item) => {
      const known = this.#known.get(item);
      if (known !== undefined) return known;
      const answer = this.#ask(item);
      // Hidden until the answer is there.
      this.#known.set(item, answer === true);
      if (typeof answer === 'object') this.#open.push(answer.then((late) => void this.#known.set(item, late)));
      return answer === true;
    };
  }

  /** What is still to be answered; `undefined` when nothing is. */
  takeOpen(): Promise<unknown> | undefined {
    if (this.#open.length === 0) return undefined;
    const open = this.#open;
    this.#open = [];
    return Promise.all(open);
  }
}
