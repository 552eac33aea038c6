/** A scheduled step. Of steps at the same time, the one with the lower `tie` comes first. */
export interface ScheduledEvent {
  readonly at: number;
  readonly tie: number;
  isCanceled: boolean;
}

/** A binary heap of events by time. */
export class EventQueue<One extends ScheduledEvent> {
  readonly #heap: One[] = [];

  get size(): number {
    return this.#heap.length;
  }

  push(event: One): void {
    const heap = this.#heap;
    let index = heap.length;
    heap.push(event);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(event, above)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = event;
  }

  pop(): One | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || last === first) return first;
    let index = 0;
    for (;;) {
      const [left, right] = [heap[2 * index + 1], heap[2 * index + 2]];
      if (left === undefined) break;
      const isRight = right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (!isBefore(child, last)) break;
      heap[index] = child;
      index = 2 * index + (isRight ? 2 : 1);
    }
    heap[index] = last;
    return first;
  }
}

function isBefore(one: ScheduledEvent, other: ScheduledEvent): boolean {
  return one.at < other.at || (one.at === other.at && one.tie < other.tie);
}
