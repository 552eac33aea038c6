import { keepEndedMs, ownerLimits, type TaskLimits } from '@toolwire/internal';
import type { TaskRecord } from '../record/task-record.ts';
import { StoreFullError } from '../store/store-full-error.ts';
import { entryOf, type TaskEntry } from './task-entry.ts';

/** The tasks of one owner. */
interface OwnedTasks {
  readonly ids: Set<string>;
  bytes: number;
}

/** The fields of a record that decide which limits apply to it. */
type Owned = Pick<TaskRecord, 'owner' | 'share'>;

/** The tasks of a memory store by ID and by owner, within limits and until their TTL. */
export class TaskEntries {
  readonly #limits: TaskLimits;
  readonly #entries = new Map<string, TaskEntry>();
  readonly #byOwner = new Map<string | null, OwnedTasks>();
  readonly #onDrop: (id: string) => void;
  #bytes = 0;
  #sweep = this.#entries.values();

  constructor(limits: TaskLimits, onDrop: (id: string) => void) {
    this.#limits = limits;
    this.#onDrop = onDrop;
  }

  /** Adds a record; `false` if a limit is reached. */
  add(record: TaskRecord): boolean {
    const entry = entryOf(record);
    this.#sweepSome(2);
    if (!this.#makeRoomForTask(record) || !this.#makeRoomForBytes(record, entry.bytes)) return false;
    const owned = this.#byOwner.get(record.owner) ?? { ids: new Set(), bytes: 0 };
    this.#byOwner.set(record.owner, owned);
    owned.ids.add(record.id);
    this.#set(entry, 0);
    return true;
  }

  /** Replaces a record; throws if the larger one does not fit. Returns `false` if its ended task was dropped to make room. */
  put(earlier: TaskEntry, record: TaskRecord): boolean {
    const entry = entryOf(record, earlier);
    const addedBytes = entry.bytes - earlier.bytes;
    if (addedBytes > 0 && !this.#makeRoomForBytes(record, addedBytes)) throw new StoreFullError();
    if (!this.#entries.has(entry.id)) return false;
    this.#set(entry, earlier.bytes);
    return true;
  }

  /** Stores a claim, also in a full store: a claim adds only a few bytes. */
  putClaim(earlier: TaskEntry, record: TaskRecord): void {
    this.#set(entryOf(record, earlier), earlier.bytes);
  }

  #set(entry: TaskEntry, earlierBytes: number): void {
    this.#entries.set(entry.id, entry);
    this.#count(entry.owner, entry.bytes - earlierBytes);
  }

  #count(owner: string | null, bytes: number): void {
    this.#bytes += bytes;
    const owned = this.#byOwner.get(owner);
    if (owned !== undefined) owned.bytes += bytes;
  }

  find(id: string): TaskEntry | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined || performance.now() < entry.expiresAt) return entry;
    this.#drop(entry);
    return undefined;
  }

  ofOwner(owner: string | null): readonly TaskEntry[] {
    const ids = this.#byOwner.get(owner)?.ids ?? [];
    return [...ids].map((id) => this.find(id)).filter((entry) => entry !== undefined);
  }

  /** Finds the entries that satisfy a condition. A listing reads all of them for each page, so the clock is read once. */
  filter(condition: (entry: TaskEntry) => boolean): readonly TaskEntry[] {
    const now = performance.now();
    const matching: TaskEntry[] = [];
    for (const entry of this.#entries.values()) {
      if (now >= entry.expiresAt) this.#drop(entry);
      else if (condition(entry)) matching.push(entry);
    }
    return matching;
  }

  remove(id: string): void {
    const entry = this.#entries.get(id);
    if (entry !== undefined) this.#drop(entry);
  }

  /** Whether these bytes fit. Drops expired tasks, then the oldest ended tasks of the owner, to make room. */
  #makeRoomForBytes(owned: Owned, bytes: number): boolean {
    if (this.#fits(owned, bytes)) return true;
    // Expired tasks may still be counted.
    this.#sweepSome(this.#entries.size + 1);
    while (!this.#fits(owned, bytes)) if (!this.#dropEnded(owned.owner)) return false;
    return true;
  }

  /** Whether these bytes fit, in total and for their owner. */
  #fits(owned: Owned, bytes: number): boolean {
    const ownedBytes = this.#byOwner.get(owned.owner)?.bytes ?? 0;
    return this.#bytes + bytes <= this.#limits.maxBytes && ownedBytes + bytes <= ownerLimits(this.#limits, owned).bytes;
  }

  /** Whether one more task fits. Drops expired tasks, then the oldest ended task of the owner, to make room. */
  #makeRoomForTask(owned: Owned): boolean {
    const { owner } = owned;
    const ownCount = this.#byOwner.get(owner)?.ids.size ?? 0;
    const isFull = (): boolean => this.#entries.size >= this.#limits.maxTasks;
    if (isFull()) this.#sweepSome(this.#entries.size + 1);
    if (isFull() && !this.#dropEnded(owner)) return false;
    const { tasks: maxOwned } = ownerLimits(this.#limits, owned);
    return ownCount < maxOwned || this.ofOwner(owner).length < maxOwned || this.#dropEnded(owner);
  }

  /** When the first task of an owner can be dropped, or the first of all expires if the owner has none, in milliseconds. */
  roomInMs(owner: string | null): number | undefined {
    const ownEntries = this.ofOwner(owner);
    const hasEntries = ownEntries.length > 0;
    // A loop, because Math.min accepts only about 100,000 arguments.
    let earliest = Number.POSITIVE_INFINITY;
    for (const entry of hasEntries ? ownEntries : this.#entries.values()) {
      earliest = Math.min(earliest, this.#droppableAt(entry, hasEntries));
    }
    return earliest === Number.POSITIVE_INFINITY ? undefined : earliest - performance.now();
  }

  #droppableAt({ endedAt, expiresAt }: TaskEntry, isOwn: boolean): number {
    return isOwn && endedAt !== undefined ? Math.min(expiresAt, endedAt + keepEndedMs) : expiresAt;
  }

  /** Drops the task of an owner that ended first; `false` if it must be stored longer. */
  #dropEnded(owner: string | null): boolean {
    let oldest: TaskEntry | undefined;
    for (const entry of this.ofOwner(owner)) {
      if (entry.endedAt === undefined) continue;
      if (oldest?.endedAt === undefined || entry.endedAt < oldest.endedAt) oldest = entry;
    }
    if (oldest === undefined || this.#droppableAt(oldest, true) > performance.now()) return false;
    this.#drop(oldest);
    return true;
  }

  /** Continues at the last position. Each new task checks two, so all are checked before their number doubles. */
  #sweepSome(count: number): void {
    for (let checked = 0; checked < count; checked += 1) {
      let next = this.#sweep.next();
      if (next.done) {
        this.#sweep = this.#entries.values();
        next = this.#sweep.next();
      }
      if (next.done) return;
      if (performance.now() >= next.value.expiresAt) this.#drop(next.value);
    }
  }

  #drop({ id, owner, bytes }: TaskEntry): void {
    this.#entries.delete(id);
    this.#count(owner, -bytes);
    const ids = this.#byOwner.get(owner)?.ids;
    ids?.delete(id);
    if (ids?.size === 0) this.#byOwner.delete(owner);
    this.#onDrop(id);
  }
}
