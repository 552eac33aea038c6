/** An entry of a queue. */
export interface QueueEntry<T> {
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
