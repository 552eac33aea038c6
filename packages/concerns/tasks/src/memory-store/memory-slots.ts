import { type SlotLimit, slotReservationMs, slotRetryMs } from '../store/slot-limit.ts';
import { comparePositions, type TaskPosition } from '../store/task-cursor.ts';
import { isHeld, type TaskEntry } from './task-entry.ts';

/** The tasks that occupy slots of one limit, and those that wait for one. */
interface Queue {
  readonly holders: Set<string>;
  readonly waiting: Map<string, { readonly position: TaskPosition; readonly until: number }>;
}

/** Assigns slots to tasks by age. A task without a lease loses its slot, so slots need no release. */
export class MemorySlots {
  readonly #queues = new Map<string, Queue>();
  readonly #namesOf = new Map<string, readonly string[]>();
  readonly #find: (id: string) => TaskEntry | undefined;

  constructor(find: (id: string) => TaskEntry | undefined) {
    this.#find = find;
  }

  /** Takes one slot of each limit, or none. Returns when to claim again if a limit is reached. */
  take(task: TaskPosition, limits: readonly SlotLimit[]): number | undefined {
    if (limits.length === 0) return undefined;
    const { id } = task;
    this.#namesOf.set(
      id,
      limits.map(({ name }) => name),
    );
    for (const [index, { name, max }] of limits.entries()) {
      const queue = this.#queue(name);
      const ahead = this.#ahead(queue, task);
      if (this.#occupied(queue, id) + ahead < max) continue;
      const retryMs = slotRetryMs(ahead, max);
      const reservation = { position: task, until: performance.now() + slotReservationMs(retryMs) };
      // It keeps its position in the limits it passed, and blocks no other task in the later ones.
      for (const passed of limits.slice(0, index + 1)) this.#queue(passed.name).waiting.set(id, reservation);
      for (const later of limits.slice(index + 1)) this.#queue(later.name).waiting.delete(id);
      return retryMs;
    }
    this.#hold(id, limits);
    return undefined;
  }

  /** Takes the slots again that the task lost with an expired lease; `false` if other tasks have them all. */
  retake(id: string, limits: readonly SlotLimit[]): boolean {
    for (const { name, max } of limits) {
      const queue = this.#queue(name);
      if (!queue.holders.has(id) && this.#occupied(queue, id) >= max) return false;
    }
    this.#hold(id, limits);
    return true;
  }

  /** Removes a deleted task. */
  drop(id: string): void {
    for (const name of this.#namesOf.get(id) ?? []) {
      const queue = this.#queue(name);
      queue.holders.delete(id);
      queue.waiting.delete(id);
      if (queue.holders.size + queue.waiting.size === 0) this.#queues.delete(name);
    }
    this.#namesOf.delete(id);
  }

  #hold(id: string, limits: readonly SlotLimit[]): void {
    for (const { name } of limits) {
      this.#queue(name).waiting.delete(id);
      this.#queue(name).holders.add(id);
    }
  }

  #queue(name: string): Queue {
    const queue = this.#queues.get(name) ?? { holders: new Set(), waiting: new Map() };
    this.#queues.set(name, queue);
    return queue;
  }

  #occupied({ holders }: Queue, id: string): number {
    for (const holder of holders) {
      const entry = this.#find(holder);
      if (entry === undefined || !isHeld(entry)) holders.delete(holder);
    }
    return holders.size - Number(holders.has(id));
  }

  /** How many older tasks wait, and claimed again in time. */
  #ahead({ waiting }: Queue, task: TaskPosition): number {
    const now = performance.now();
    let ahead = 0;
    for (const [waitingId, { position, until }] of waiting) {
      if (until <= now || this.#find(waitingId)?.isRunnable !== true) waiting.delete(waitingId);
      else if (comparePositions(position, task) < 0) ahead += 1;
    }
    return ahead;
  }
}
