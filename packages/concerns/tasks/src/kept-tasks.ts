import { ByteRoom, bytesOf } from './byte-room.ts';
import { fenceOf, isToRun } from './claim.ts';
import { NoRoomError } from './no-room-error.ts';
import type { TaskRecord } from './task-record.ts';

/** How much is kept, and by which clock. */
export interface KeptLimits {
  readonly maxTasks: number;
  readonly maxTasksPerOwner: number;
  readonly maxBytes: number;
  readonly maxBytesPerOwner: number;
  readonly now: () => number;
}

/** A record as it is kept, with what is looked at often. */
export interface Kept {
  readonly id: string;
  readonly owner: string | null;
  readonly version: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly bytes: number;
  readonly fence: number;
  /** Whether a worker may claim it. */
  readonly toRun: boolean;
  /** As JSON, so that what works here works with every store, and nobody changes what is kept. */
  readonly text: string;
}

/** Records by id and by owner, as many as there is room for, each for its time. */
export class KeptTasks {
  readonly #limits: KeptLimits;
  readonly #room: ByteRoom;
  readonly #kept = new Map<string, Kept>();
  readonly #owned = new Map<string | null, Set<string>>();
  readonly #dropped: (id: string) => void;
  #sweep = this.#kept.values();

  constructor(limits: KeptLimits, dropped: (id: string) => void) {
    this.#limits = limits;
    this.#room = new ByteRoom({ max: limits.maxBytes, maxPerOwner: limits.maxBytesPerOwner });
    this.#dropped = dropped;
  }

  /** Keeps a new record; `false` if there is no room. */
  add(record: TaskRecord): boolean {
    const { id, owner, createdAt } = record;
    const written = write(record);
    if (!this.#hasRoom(owner, written.bytes)) return false;
    this.#kept.set(id, { id, owner, createdAt, expiresAt: this.#limits.now() + record.ttlMs, ...written });
    this.#room.take(owner, written.bytes);
    const owned = this.#owned.get(owner);
    if (owned) owned.add(id);
    else this.#owned.set(owner, new Set([id]));
    return true;
  }

  /** Puts a record in the place of what is kept; throws where there is no room for what has been added. */
  put(kept: Kept, record: TaskRecord): void {
    const written = write(record);
    const more = written.bytes - kept.bytes;
    // What is dropped for it would be somebody's task that was promised to be kept.
    if (more > 0 && !this.#fits(kept.owner, more)) throw new NoRoomError();
    this.#room.take(kept.owner, more);
    this.#kept.set(kept.id, { ...kept, ...written });
  }

  find(id: string): Kept | undefined {
    const kept = this.#kept.get(id);
    if (kept === undefined || this.#limits.now() < kept.expiresAt) return kept;
    this.#drop(kept);
    return undefined;
  }

  ofOwner(owner: string | null): readonly Kept[] {
    return [...(this.#owned.get(owner) ?? [])].flatMap((id) => this.find(id) ?? []);
  }

  all(): readonly Kept[] {
    return [...this.#kept.keys()].flatMap((id) => this.find(id) ?? []);
  }

  /** Whether there was one. */
  remove(id: string): boolean {
    const kept = this.#kept.get(id);
    if (kept !== undefined) this.#drop(kept);
    return kept !== undefined;
  }

  #hasRoom(owner: string | null, bytes: number): boolean {
    this.#sweepSome(2);
    return this.#hasPlace(owner) && this.#fits(owner, bytes);
  }

  #fits(owner: string | null, bytes: number): boolean {
    if (this.#room.fits(owner, bytes)) return true;
    // What has lapsed may still be counted.
    this.#sweepSome(this.#kept.size + 1);
    return this.#room.fits(owner, bytes);
  }

  #hasPlace(owner: string | null): boolean {
    const owned = this.#owned.get(owner)?.size ?? 0;
    const isFull = (): boolean => this.#kept.size >= this.#limits.maxTasks;
    if (isFull()) this.#sweepSome(this.#kept.size + 1);
    if (isFull()) return false;
    const { maxTasksPerOwner } = this.#limits;
    return owner === null || owned < maxTasksPerOwner || this.ofOwner(owner).length < maxTasksPerOwner;
  }

  /** Goes on where it was last time: each new task looks at two, so that all are looked at before their number has doubled. */
  #sweepSome(count: number): void {
    for (let looked = 0; looked < count; looked += 1) {
      let one = this.#sweep.next();
      if (one.done) {
        this.#sweep = this.#kept.values();
        one = this.#sweep.next();
      }
      if (one.done) return;
      if (this.#limits.now() >= one.value.expiresAt) this.#drop(one.value);
    }
  }

  #drop({ id, owner, bytes }: Kept): void {
    this.#kept.delete(id);
    this.#room.take(owner, -bytes);
    const owned = this.#owned.get(owner);
    owned?.delete(id);
    if (owned?.size === 0) this.#owned.delete(owner);
    this.#dropped(id);
  }
}

function write(record: TaskRecord): Pick<Kept, 'version' | 'bytes' | 'fence' | 'toRun' | 'text'> {
  const text = JSON.stringify(record);
  return { version: record.version, bytes: bytesOf(text), fence: fenceOf(record), toRun: isToRun(record), text };
}
