import { checkCount, checkNames, type NamesOf } from '@toolwire/internal';
import { ByteRoom, bytesOf } from './byte-room.ts';
import { NoRoomError } from './no-room-error.ts';
import { comparePositions, firstPosition, positionOf } from './task-position.ts';
import type { TaskRecord } from './task-record.ts';
import type { TaskPageRequest, TaskRecordPage, TaskStore } from './task-store.ts';

/** How much a memory store keeps, and by which clock. */
export interface MemoryTaskStoreOptions {
  /** The most tasks to keep; 10 000 if left out. There is room again when tasks have lived their time. */
  readonly maxTasks?: number | undefined;
  /** How many of them may belong to one owner; 1 000 if left out. */
  readonly maxTasksPerOwner?: number | undefined;
  /** How many bytes the tasks may take, all together; 64 MiB if left out. */
  readonly maxBytes?: number | undefined;
  /** How many of them those of one owner may take; 16 MiB if left out. */
  readonly maxBytesPerOwner?: number | undefined;
  /** Milliseconds of a clock that never goes back; `performance.now` if left out. */
  readonly now?: (() => number) | undefined;
}

const optionNames: NamesOf<MemoryTaskStoreOptions> = {
  maxTasks: true,
  maxTasksPerOwner: true,
  maxBytes: true,
  maxBytesPerOwner: true,
  now: true,
};

/** Makes a store in the memory of this process. It has no timers: what has lapsed is dropped as other tasks come. */
export function createMemoryTaskStore(options: MemoryTaskStoreOptions = {}): TaskStore {
  checkNames('createMemoryTaskStore()', options, optionNames);
  return new MemoryTaskStore(options);
}

interface Kept {
  readonly id: string;
  readonly owner: string | null;
  readonly version: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly bytes: number;
  /** As JSON, so that what works here works with every store, and nobody changes what is kept. */
  readonly text: string;
}

class MemoryTaskStore implements TaskStore {
  readonly #maxTasks: number;
  readonly #maxTasksPerOwner: number;
  readonly #room: ByteRoom;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();
  readonly #owned = new Map<string | null, Set<string>>();
  readonly #watchers = new Map<string, Set<() => void>>();
  #sweep = this.#kept.values();

  constructor(options: MemoryTaskStoreOptions) {
    const { maxTasks = 10_000, maxTasksPerOwner = 1_000, now = () => performance.now() } = options;
    const { maxBytes = 64 * 1024 * 1024, maxBytesPerOwner = 16 * 1024 * 1024 } = options;
    checkCount('maxTasks', maxTasks, 1);
    checkCount('maxTasksPerOwner', maxTasksPerOwner, 1);
    checkCount('maxBytes', maxBytes, 1);
    checkCount('maxBytesPerOwner', maxBytesPerOwner, 1);
    this.#room = new ByteRoom({ max: maxBytes, maxPerOwner: maxBytesPerOwner });
    this.#maxTasks = maxTasks;
    this.#maxTasksPerOwner = maxTasksPerOwner;
    this.#now = now;
  }

  create(record: TaskRecord): boolean {
    const { id, owner, version, createdAt } = record;
    const text = JSON.stringify(record);
    const bytes = bytesOf(text);
    if (!this.#hasRoom(owner, bytes)) return false;
    const expiresAt = this.#now() + record.ttlMs;
    this.#kept.set(id, { id, owner, version, createdAt, expiresAt, bytes, text });
    this.#room.take(owner, bytes);
    const owned = this.#owned.get(owner);
    if (owned) owned.add(id);
    else this.#owned.set(owner, new Set([id]));
    return true;
  }

  read(id: string): TaskRecord | undefined {
    const kept = this.#find(id);
    return kept && parse(kept);
  }

  replace(record: TaskRecord): boolean {
    const { id, version } = record;
    const kept = this.#find(id);
    if (kept?.version !== version - 1) return false;
    const text = JSON.stringify(record);
    const bytes = bytesOf(text);
    // What is dropped for it would be somebody's task that was promised to be kept.
    if (bytes > kept.bytes && !this.#fits(kept.owner, bytes - kept.bytes)) throw new NoRoomError();
    this.#room.take(kept.owner, bytes - kept.bytes);
    this.#kept.set(id, { ...kept, version, bytes, text });
    this.#tell(id);
    return true;
  }

  list(owner: string | null, { cursor, limit }: TaskPageRequest): TaskRecordPage | undefined {
    const after = cursor === undefined ? firstPosition : positionOf(cursor);
    if (after === undefined) return undefined;
    const rest = [...(this.#owned.get(owner) ?? [])]
      .flatMap((id) => this.#find(id) ?? [])
      .filter((one) => comparePositions(one, after) > 0)
      .sort(comparePositions);
    const page = rest.slice(0, limit);
    const last = page.at(-1);
    return {
      records: page.map(parse),
      nextCursor: last && rest.length > limit ? `${last.createdAt} ${last.id}` : undefined,
    };
  }

  remove(id: string): void {
    const kept = this.#kept.get(id);
    if (kept === undefined) return;
    this.#drop(kept);
    this.#tell(id);
  }

  watch(id: string, listener: () => void): () => void {
    // A function of its own, so that the same listener may watch twice.
    const call = (): void => listener();
    const watchers = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, watchers.add(call));
    return () => {
      watchers.delete(call);
      if (watchers.size === 0 && this.#watchers.get(id) === watchers) this.#watchers.delete(id);
    };
  }

  #find(id: string): Kept | undefined {
    const kept = this.#kept.get(id);
    if (kept === undefined || this.#now() < kept.expiresAt) return kept;
    this.#drop(kept);
    return undefined;
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
    const isFull = (): boolean => this.#kept.size >= this.#maxTasks;
    if (isFull()) this.#sweepSome(this.#kept.size + 1);
    if (isFull()) return false;
    if (owner === null || owned < this.#maxTasksPerOwner) return true;
    return [...(this.#owned.get(owner) ?? [])].filter((id) => this.#find(id)).length < this.#maxTasksPerOwner;
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
      if (this.#now() >= one.value.expiresAt) this.#drop(one.value);
    }
  }

  #drop({ id, owner, bytes }: Kept): void {
    this.#kept.delete(id);
    this.#room.take(owner, -bytes);
    const owned = this.#owned.get(owner);
    owned?.delete(id);
    if (owned?.size === 0) this.#owned.delete(owner);
  }

  #tell(id: string): void {
    for (const call of this.#watchers.get(id) ?? []) call();
  }
}

function parse({ text }: Kept): TaskRecord {
  return JSON.parse(text) as TaskRecord;
}
