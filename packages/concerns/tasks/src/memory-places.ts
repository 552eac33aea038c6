import { askAgainAfter, keptFor, type TaskPlaces } from './places.ts';
import { comparePositions, type TaskPosition } from './task-position.ts';

/** Who has places of one name, and who has asked for one. */
interface Room {
  readonly takers: Set<string>;
  readonly asking: Map<string, { readonly position: TaskPosition; readonly until: number }>;
}

/** What is known of tasks that have, or ask for, a place. */
export interface PlaceTerms {
  /** Whether a worker has the task. */
  readonly isHeld: (id: string) => boolean;
  /** Whether it is to run at all. */
  readonly isToRun: (id: string) => boolean;
  readonly now: () => number;
}

/** Gives places to tasks, by their age. Whoever is not held by a worker any more has none, so nobody has to give one back. */
export class MemoryPlaces {
  readonly #rooms = new Map<string, Room>();
  readonly #namesOf = new Map<string, readonly string[]>();
  readonly #terms: PlaceTerms;

  constructor(terms: PlaceTerms) {
    this.#terms = terms;
  }

  /** Takes one of each, or none, and answers then after how long to ask again. */
  take(task: TaskPosition, places: readonly TaskPlaces[]): number | undefined {
    if (places.length === 0) return undefined;
    const { id } = task;
    this.#namesOf.set(
      id,
      places.map(({ name }) => name),
    );
    for (const [index, { name, most }] of places.entries()) {
      const room = this.#room(name);
      const ahead = this.#ahead(room, task);
      if (this.#taken(room, id) + ahead < most) continue;
      const againMs = askAgainAfter(ahead, most);
      const asks = { position: task, until: this.#terms.now() + keptFor(againMs) };
      // It keeps its turn where it has come through, and takes nobody's where it does not get as far yet.
      for (const [at, { name: each }] of places.entries()) {
        if (at <= index) this.#room(each).asking.set(id, asks);
        else this.#room(each).asking.delete(id);
      }
      return againMs;
    }
    for (const { name } of places) {
      this.#room(name).asking.delete(id);
      this.#room(name).takers.add(id);
    }
    return undefined;
  }

  /** Forgets a task that is gone. */
  drop(id: string): void {
    for (const name of this.#namesOf.get(id) ?? []) {
      const room = this.#room(name);
      room.takers.delete(id);
      room.asking.delete(id);
      if (room.takers.size + room.asking.size === 0) this.#rooms.delete(name);
    }
    this.#namesOf.delete(id);
  }

  #room(name: string): Room {
    const room = this.#rooms.get(name) ?? { takers: new Set(), asking: new Map() };
    this.#rooms.set(name, room);
    return room;
  }

  #taken({ takers }: Room, id: string): number {
    for (const one of takers) if (!this.#terms.isHeld(one)) takers.delete(one);
    return takers.size - Number(takers.has(id));
  }

  /** How many older ones ask as well, and have asked again in time. */
  #ahead({ asking }: Room, task: TaskPosition): number {
    const now = this.#terms.now();
    let ahead = 0;
    for (const [one, { position, until }] of asking) {
      if (until <= now || !this.#terms.isToRun(one)) asking.delete(one);
      else if (comparePositions(position, task) < 0) ahead += 1;
    }
    return ahead;
  }
}
