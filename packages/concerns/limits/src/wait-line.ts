/** A place in a line. */
export interface Place<T> {
  readonly value: T;
  before: Place<T> | undefined;
  behind: Place<T> | undefined;
}

/** A line of those who wait: first in, first out, and whoever gives up leaves it at once, wherever they stand. */
export class WaitLine<T> {
  #first: Place<T> | undefined;
  #last: Place<T> | undefined;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Puts a value at the end. */
  join(value: T): Place<T> {
    const place: Place<T> = { value, before: this.#last, behind: undefined };
    if (this.#last) this.#last.behind = place;
    else this.#first = place;
    this.#last = place;
    this.#length += 1;
    return place;
  }

  /** Takes out the first, if there is one. */
  next(): T | undefined {
    const place = this.#first;
    if (place) this.leave(place);
    return place?.value;
  }

  /** Takes out one place; only ever once, and only one of this line's own. */
  leave(place: Place<T>): void {
    const { before, behind } = place;
    if (before) before.behind = behind;
    else this.#first = behind;
    if (behind) behind.before = before;
    else this.#last = before;
    place.before = undefined;
    place.behind = undefined;
    this.#length -= 1;
  }
}
