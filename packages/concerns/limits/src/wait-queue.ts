/** An entry of a queue. */
interface QueueEntry<T> {
  readonly value: T;
  previous: QueueEntry<T> | undefined;
  following: QueueEntry<T> | undefined;
}

/** A first-in, first-out queue, from which any entry can be removed in constant time. */
export class WaitQueue<T> {
  #first: QueueEntry<T> | undefined;
  #last: QueueEntry<T> | undefined;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Appends a value. */
  join(value: T): QueueEntry<T> {
    const entry: QueueEntry<T> = { value, previous: this.#last, following: undefined };
    if (this.#last) this.#last.following = entry;
    else this.#first = entry;
    this.#last = entry;
    this.#length += 1;
    return entry;
  }

  /** Removes and returns the first value. */
  next(): T | undefined {
    const entry = this.#first;
    if (entry) this.leave(entry);
    return entry?.value;
  }

  /** Removes an entry of this queue; call it once per entry. */
  leave(entry: QueueEntry<T>): void {
    const { previous, following } = entry;
    if (previous) previous.following = following;
    else this.#first = following;
    if (following) following.previous = previous;
    else this.#last = previous;
    entry.previous = undefined;
    entry.following = undefined;
    this.#length -= 1;
  }
}

/** The weight of the newest interval in the exponential moving average. */
const newestWeight = 0.2;

/** The estimate before the first release. */
const defaultMs = 1_000;

/** The longest retry hint. */
const maxEstimateMs = 60_000;

/** Estimates waiting times from how fast slots are released; reads the clock only while callers wait. */
export class WaitEstimate {
  #meanMs: number | undefined;
  #lastAt = 0;

  /** The first caller starts to wait. */
  start(): void {
    this.#lastAt = performance.now();
  }

  /** A waiting caller got a slot. */
  released(): void {
    const now = performance.now();
    const ms = now - this.#lastAt;
    this.#meanMs = this.#meanMs === undefined ? ms : this.#meanMs + newestWeight * (ms - this.#meanMs);
    this.#lastAt = now;
  }

  /** Returns how long it takes until all waiting callers have a slot. */
  estimateMs(waiting: number): number {
    if (waiting === 0) return defaultMs;
    // The estimate grows while no slot is released.
    const sinceLastMs = performance.now() - this.#lastAt;
    const eachMs = this.#meanMs === undefined ? defaultMs / waiting : this.#meanMs;
    return Math.ceil(Math.min(Math.max(eachMs * waiting, sinceLastMs, 1), maxEstimateMs));
  }
}
