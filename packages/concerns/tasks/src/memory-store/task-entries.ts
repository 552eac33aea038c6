import { ownerLimits, type TaskLimits } from '@toolwire/internal';
import { hasEnded, type TaskRecord } from '../record/task-record.ts';
import { StoreFullError } from '../store/store-full-error.ts';
import { ByteBudget } from './byte-budget.ts';
import { type SerializedRecord, serialize, type TaskEntry } from './task-entry.ts';

/** The records of a memory store by ID and by owner, within limits and until their TTL. */
export class TaskEntries {
  readonly #limits: TaskLimits;
  readonly #budget: ByteBudget;
  readonly #entries = new Map<string, TaskEntry>();
  readonly #idsByOwner = new Map<string | null, Set<string>>();
  readonly #onDrop: (id: string) => void;
  #sweep = this.#entries.values();

  constructor(limits: TaskLimits, onDrop: (id: string) => void) {
    this.#limits = limits;
    this.#budget = new ByteBudget(limits);
    this.#onDrop = onDrop;
  }

  /** Adds a record; `false` if a limit is reached. */
  add(record: TaskRecord): boolean {
    const { id, owner, share, createdAt } = record;
    const serialized = serialize(record);
    this.#sweepSome(2);
    if (!this.#makeRoomForTask(owner, share) || !this.#makeRoomForBytes(owner, share, serialized.bytes)) return false;
    const now = performance.now();
    const endedAt = hasEnded(record) ? now : undefined;
    this.#entries.set(id, { id, owner, createdAt, expiresAt: now + record.ttlMs, endedAt, ...serialized });
    this.#budget.add(owner, serialized.bytes);
    const ownIds = this.#idsByOwner.get(owner);
    if (ownIds) ownIds.add(id);
    else this.#idsByOwner.set(owner, new Set([id]));
    return true;
  }

  /** Replaces a record; throws if the larger one does not fit. Returns `false` if its ended task was dropped to make room. */
  put(entry: TaskEntry, record: TaskRecord): boolean {
    const serialized = serialize(record);
    const addedBytes = serialized.bytes - entry.bytes;
    if (addedBytes > 0 && !this.#makeRoomForBytes(entry.owner, record.share, addedBytes)) throw new StoreFullError();
    if (!this.#entries.has(entry.id)) return false;
    this.#update(entry, record, serialized);
    return true;
  }

  /** Stores a claim, also in a full store: a claim adds only a few bytes. */
  putClaim(entry: TaskEntry, record: TaskRecord): void {
    this.#update(entry, record, serialize(record));
  }

  #update(entry: TaskEntry, record: TaskRecord, serialized: SerializedRecord): void {
    this.#budget.add(entry.owner, serialized.bytes - entry.bytes);
    const endedAt = hasEnded(record) ? performance.now() : undefined;
    this.#entries.set(entry.id, { ...entry, endedAt, ...serialized });
  }

  find(id: string): TaskEntry | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined || performance.now() < entry.expiresAt) return entry;
    this.#drop(entry);
    return undefined;
  }

  ofOwner(owner: string | null): readonly TaskEntry[] {
    return [...(this.#idsByOwner.get(owner) ?? [])].map((id) => this.find(id)).filter((entry) => entry !== undefined);
  }

  /** Finds the entries that satisfy a condition. A sweep reads all of them for each page, so the clock is read once. */
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
  #makeRoomForBytes(owner: string | null, share: number | undefined, bytes: number): boolean {
    if (this.#budget.fits(owner, share, bytes)) return true;
    // Expired tasks may still be counted.
    this.#sweepSome(this.#entries.size + 1);
    while (!this.#budget.fits(owner, share, bytes)) if (!this.#dropEnded(owner)) return false;
    return true;
  }

  /** Whether one more task fits. Drops expired tasks, then the oldest ended task of the owner, to make room. */
  #makeRoomForTask(owner: string | null, share: number | undefined): boolean {
    const ownCount = this.#idsByOwner.get(owner)?.size ?? 0;
    const isFull = (): boolean => this.#entries.size >= this.#limits.maxTasks;
    if (isFull()) this.#sweepSome(this.#entries.size + 1);
    if (isFull() && !this.#dropEnded(owner)) return false;
    const { tasks: maxOwned } = ownerLimits(this.#limits, { owner, share });
    return ownCount < maxOwned || this.ofOwner(owner).length < maxOwned || this.#dropEnded(owner);
  }

  /** When the first task of an owner expires, or the first of all if the owner has none, in milliseconds. */
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
    return isOwn && endedAt !== undefined ? Math.min(expiresAt, endedAt + this.#limits.keepEndedMs) : expiresAt;
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
    this.#budget.add(owner, -bytes);
    const ownIds = this.#idsByOwner.get(owner);
    ownIds?.delete(id);
    if (ownIds?.size === 0) this.#idsByOwner.delete(owner);
    this.#onDrop(id);
  }
}
