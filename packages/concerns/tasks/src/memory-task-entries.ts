import { shareOf } from '@toolwire/internal';
import { ByteBudget, bytesOf } from './byte-budget.ts';
import { fenceOf, isToRun } from './claim.ts';
import { hasEnded, type TaskRecord } from './task-record.ts';
import { StoreFullError } from './task-store.ts';

/** Limits and clock of a memory store. */
export interface EntryLimits {
  readonly maxTasks: number;
  readonly maxTasksPerOwner: number;
  readonly maxBytes: number;
  readonly maxBytesPerOwner: number;
  /** How long an ended task is stored at least, unless its TTL is shorter. */
  readonly keepEndedMs: number;
  readonly now: () => number;
}

/** A serialized record, with frequently read fields. */
export interface TaskEntry {
  readonly id: string;
  readonly owner: string | null;
  readonly version: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly bytes: number;
  /** By the clock of the store; `undefined` until it ends. */
  readonly endedAt: number | undefined;
  readonly fence: number;
  /** Whether a worker may claim it. */
  readonly toRun: boolean;
  /** Serialized, so it behaves like other stores and cannot be mutated. */
  readonly text: string;
}

/** The records of a memory store by ID and by owner, within limits and until their TTL. */
export class TaskEntries {
  readonly #limits: EntryLimits;
  readonly #budget: ByteBudget;
  readonly #entries = new Map<string, TaskEntry>();
  readonly #owned = new Map<string | null, Set<string>>();
  readonly #onDrop: (id: string) => void;
  #sweep = this.#entries.values();

  constructor(limits: EntryLimits, onDrop: (id: string) => void) {
    this.#limits = limits;
    this.#budget = new ByteBudget({ max: limits.maxBytes, maxPerOwner: limits.maxBytesPerOwner });
    this.#onDrop = onDrop;
  }

  /** Adds a record; `false` if a limit is reached. */
  add(record: TaskRecord): boolean {
    const { id, owner, share, createdAt } = record;
    const written = serialize(record);
    if (!this.#makeRoom(owner, share, written.bytes)) return false;
    const now = this.#limits.now();
    const endedAt = hasEnded(record) ? now : undefined;
    this.#entries.set(id, { id, owner, createdAt, expiresAt: now + record.ttlMs, endedAt, ...written });
    this.#budget.add(owner, written.bytes);
    const owned = this.#owned.get(owner);
    if (owned) owned.add(id);
    else this.#owned.set(owner, new Set([id]));
    return true;
  }

  /** Replaces a record; throws if the larger one does not fit. */
  put(kept: TaskEntry, record: TaskRecord): void {
    const written = serialize(record);
    const more = written.bytes - kept.bytes;
    // Dropping another task for it would break a promise to its owner.
    if (more > 0 && !this.#fits(kept.owner, record.share, more)) throw new StoreFullError();
    this.#budget.add(kept.owner, more);
    const endedAt = hasEnded(record) ? this.#limits.now() : undefined;
    this.#entries.set(kept.id, { ...kept, endedAt, ...written });
  }

  find(id: string): TaskEntry | undefined {
    const kept = this.#entries.get(id);
    if (kept === undefined || this.#limits.now() < kept.expiresAt) return kept;
    this.#drop(kept);
    return undefined;
  }

  ofOwner(owner: string | null): readonly TaskEntry[] {
    return [...(this.#owned.get(owner) ?? [])].flatMap((id) => this.find(id) ?? []);
  }

  all(): readonly TaskEntry[] {
    return [...this.#entries.keys()].flatMap((id) => this.find(id) ?? []);
  }

  /** Returns whether it existed. */
  remove(id: string): boolean {
    const kept = this.#entries.get(id);
    if (kept !== undefined) this.#drop(kept);
    return kept !== undefined;
  }

  #makeRoom(owner: string | null, share: number | undefined, bytes: number): boolean {
    this.#sweepSome(2);
    return this.#hasSlot(owner, share) && this.#fits(owner, share, bytes);
  }

  #fits(owner: string | null, share: number | undefined, bytes: number): boolean {
    if (this.#budget.fits(owner, share, bytes)) return true;
    // Expired tasks may still be counted.
    this.#sweepSome(this.#entries.size + 1);
    while (!this.#budget.fits(owner, share, bytes)) if (!this.#dropEnded(owner)) return false;
    return true;
  }

  #hasSlot(owner: string | null, share: number | undefined): boolean {
    const owned = this.#owned.get(owner)?.size ?? 0;
    const isFull = (): boolean => this.#entries.size >= this.#limits.maxTasks;
    if (isFull()) this.#sweepSome(this.#entries.size + 1);
    if (isFull() && !this.#dropEnded(owner)) return false;
    const { maxTasks, maxTasksPerOwner } = this.#limits;
    const most = owner === null ? shareOf(maxTasks, share) : maxTasksPerOwner;
    return owned < most || this.ofOwner(owner).length < most || this.#dropEnded(owner);
  }

  /** When the first task of an owner expires, or the first of all if the owner has none, in milliseconds. */
  roomInMs(owner: string | null): number | undefined {
    const own = this.ofOwner(owner);
    // A loop, because Math.min accepts only about 100,000 arguments.
    let first = Number.POSITIVE_INFINITY;
    for (const kept of own.length > 0 ? own : this.all()) {
      first = Math.min(first, this.#droppableAt(kept, own.length > 0));
    }
    return first === Number.POSITIVE_INFINITY ? undefined : first - this.#limits.now();
  }

  #droppableAt({ endedAt, expiresAt }: TaskEntry, isOwn: boolean): number {
    return isOwn && endedAt !== undefined ? Math.min(expiresAt, endedAt + this.#limits.keepEndedMs) : expiresAt;
  }

  /** Drops the task of an owner that ended first; `false` if it must be stored longer. */
  #dropEnded(owner: string | null): boolean {
    let oldest: TaskEntry | undefined;
    for (const kept of this.ofOwner(owner)) {
      if (kept.endedAt === undefined) continue;
      if (oldest?.endedAt === undefined || kept.endedAt < oldest.endedAt) oldest = kept;
    }
    if (oldest === undefined || this.#droppableAt(oldest, true) > this.#limits.now()) return false;
    this.#drop(oldest);
    return true;
  }

  /** Continues at the last position. Each new task checks two, so all are checked before their number doubles. */
  #sweepSome(count: number): void {
    for (let checked = 0; checked < count; checked += 1) {
      let one = this.#sweep.next();
      if (one.done) {
        this.#sweep = this.#entries.values();
        one = this.#sweep.next();
      }
      if (one.done) return;
      if (this.#limits.now() >= one.value.expiresAt) this.#drop(one.value);
    }
  }

  #drop({ id, owner, bytes }: TaskEntry): void {
    this.#entries.delete(id);
    this.#budget.add(owner, -bytes);
    const owned = this.#owned.get(owner);
    owned?.delete(id);
    if (owned?.size === 0) this.#owned.delete(owner);
    this.#onDrop(id);
  }
}

function serialize(record: TaskRecord): Pick<TaskEntry, 'version' | 'bytes' | 'fence' | 'toRun' | 'text'> {
  const text = JSON.stringify(record);
  return { version: record.version, bytes: bytesOf(text), fence: fenceOf(record), toRun: isToRun(record), text };
}
