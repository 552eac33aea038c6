import { checkCount, checkNames, type NamesOf } from '@toolwire/internal';
import { type Claim, fenceOf, isToRun, judgeClaim } from './claim.ts';
import { type Kept, KeptTasks } from './kept-tasks.ts';
import { Leases } from './leases.ts';
import { MemoryPlaces } from './memory-places.ts';
import { pageOf } from './page-of.ts';
import type { TaskPlaces } from './places.ts';
import { hasEnded, type TaskRecord } from './task-record.ts';
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

class MemoryTaskStore implements TaskStore {
  readonly #kept: KeptTasks;
  readonly #leases: Leases;
  readonly #places: MemoryPlaces;
  readonly #watchers = new Map<string, Set<() => void>>();

  constructor(options: MemoryTaskStoreOptions) {
    const { maxTasks = 10_000, maxTasksPerOwner = 1_000, now = () => performance.now() } = options;
    const { maxBytes = 64 * 1024 * 1024, maxBytesPerOwner = 16 * 1024 * 1024 } = options;
    checkCount('maxTasks', maxTasks, 1);
    checkCount('maxTasksPerOwner', maxTasksPerOwner, 1);
    checkCount('maxBytes', maxBytes, 1);
    checkCount('maxBytesPerOwner', maxBytesPerOwner, 1);
    const leases = new Leases(now);
    const limits = { maxTasks, maxTasksPerOwner, maxBytes, maxBytesPerOwner, now };
    this.#leases = leases;
    const places = new MemoryPlaces({
      isHeld: (id) => leases.isHeld(id),
      isToRun: (id) => this.#kept.find(id)?.toRun === true,
      now,
    });
    this.#places = places;
    this.#kept = new KeptTasks(limits, (id) => {
      leases.drop(id);
      places.drop(id);
    });
  }

  create(record: TaskRecord): boolean {
    return this.#kept.find(record.id) !== undefined || this.#kept.add(record);
  }

  read(id: string): TaskRecord | undefined {
    const kept = this.#kept.find(id);
    return kept && parse(kept);
  }

  replace(record: TaskRecord): boolean {
    const kept = this.#kept.find(record.id);
    if (kept?.version !== record.version - 1 || fenceOf(record) < kept.fence) return false;
    this.#put(kept, record);
    if (!isToRun(record)) this.#leases.drop(record.id);
    return true;
  }

  list(owner: string | null, request: TaskPageRequest): TaskRecordPage | undefined {
    return recordsOf(this.#kept.ofOwner(owner), request);
  }

  remove(id: string): void {
    if (this.#kept.remove(id)) this.#tell(id);
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

  claim(id: string, turn: number, leaseMs: number, places: readonly TaskPlaces[] = []): Claim {
    const kept = this.#kept.find(id);
    const claim = judgeClaim(kept && parse(kept), turn, this.#leases.left(id));
    if (kept === undefined || claim.kind !== 'claimed') return claim;
    const forMs = this.#places.take(kept, places);
    if (forMs !== undefined) return { kind: 'busy', forMs };
    // Whoever hears of the claim finds the lease with it.
    this.#leases.take(id, leaseMs);
    this.#put(kept, claim.record);
    return claim;
  }

  renew(id: string, fence: number, leaseMs: number): boolean {
    const kept = this.#kept.find(id);
    if (kept?.fence !== fence || hasEnded(parse(kept))) return false;
    this.#leases.take(id, leaseMs);
    return true;
  }

  release(id: string, fence: number): void {
    if (this.#kept.find(id)?.fence === fence) this.#leases.drop(id);
  }

  all(request: TaskPageRequest): TaskRecordPage | undefined {
    return recordsOf(this.#kept.all(), request);
  }

  unfinished(request: TaskPageRequest): TaskRecordPage | undefined {
    return recordsOf(
      this.#kept.all().filter(({ id, toRun }) => toRun && !this.#leases.isHeld(id)),
      request,
    );
  }

  #put(kept: Kept, record: TaskRecord): void {
    this.#kept.put(kept, record);
    this.#tell(record.id);
  }

  #tell(id: string): void {
    for (const call of this.#watchers.get(id) ?? []) call();
  }
}

function recordsOf(all: readonly Kept[], request: TaskPageRequest): TaskRecordPage | undefined {
  const found = pageOf(all, request);
  return found && { records: found.page.map(parse), nextCursor: found.nextCursor };
}

function parse({ text }: Kept): TaskRecord {
  return JSON.parse(text) as TaskRecord;
}
