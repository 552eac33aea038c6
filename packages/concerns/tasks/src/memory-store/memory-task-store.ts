import { checkNames, maxTimerMs, readTaskLimits, startTimer, taskLimitNames } from '@toolwire/internal';
import { type Claim, fenceOf, judgeClaim } from '../record/claim.ts';
import type { TaskRecord } from '../record/task-record.ts';
import type { SlotLimit } from '../store/slot-limit.ts';
import { comparePositions, readTaskPage, type TaskPosition } from '../store/task-cursor.ts';
import type { TaskPageRequest, TaskRecordPage, TaskStore } from '../store/task-store.ts';
import { MemorySlots } from './memory-slots.ts';
import { TaskEntries } from './task-entries.ts';
import { isHeld, leaseLeftMs, recordOf, type TaskEntry } from './task-entry.ts';

/** Limits of a memory store. */
export interface MemoryTaskStoreOptions {
  /** The most tasks. Default: 10 000. */
  readonly maxTasks?: number | undefined;
  /** The most tasks of one owner. Default: 1 000. */
  readonly maxTasksPerOwner?: number | undefined;
  /** The size of all tasks, in bytes. Default: 64 MiB. */
  readonly maxBytes?: number | undefined;
}

const mebibyte = 1_048_576;

/** Creates a store in the memory of this process. It has timers only for watched tasks: later calls drop the other expired ones. */
export function createMemoryTaskStore(options: MemoryTaskStoreOptions = {}): TaskStore {
  checkNames('createMemoryTaskStore()', options, taskLimitNames);
  return new MemoryTaskStore(options);
}

class MemoryTaskStore implements TaskStore {
  readonly #entries: TaskEntries;
  readonly #slots: MemorySlots;
  readonly #watchers = new Map<string, Set<() => void>>();

  constructor(options: MemoryTaskStoreOptions) {
    const { maxTasksPerOwner = 1_000 } = options;
    const limits = readTaskLimits({ ...options, maxTasksPerOwner }, { maxTasks: 10_000, maxBytes: 64 * mebibyte });
    const slots = new MemorySlots((id) => this.#entries.find(id));
    this.#slots = slots;
    this.#entries = new TaskEntries(limits, (id) => {
      slots.drop(id);
      this.#notify(id);
    });
  }

  create(record: TaskRecord): boolean {
    return this.#entries.find(record.id) !== undefined || this.#entries.add(record);
  }

  roomInMs(owner: string | null): number | undefined {
    return this.#entries.roomInMs(owner);
  }

  read(id: string): TaskRecord | undefined {
    const entry = this.#entries.find(id);
    return entry && recordOf(entry);
  }

  replace(record: TaskRecord): boolean {
    const entry = this.#entries.find(record.id);
    if (entry?.version !== record.version - 1 || fenceOf(record) < entry.fence) return false;
    if (!this.#entries.put(entry, record)) return false;
    this.#notify(record.id);
    return true;
  }

  list(owner: string | null, request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    return pageOf(this.#entries.ofOwner(owner), request);
  }

  remove(id: string): void {
    this.#entries.remove(id);
  }

  watch(id: string, listener: () => void): () => void {
    // A new function, so the same listener may watch twice.
    const call = (): void => listener();
    const watchers = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, watchers.add(call));
    const stopTimer = this.#dropAtExpiry(id);
    return () => {
      stopTimer();
      watchers.delete(call);
      if (watchers.size === 0 && this.#watchers.get(id) === watchers) this.#watchers.delete(id);
    };
  }

  claim(id: string, turn: number, leaseMs: number, slots: readonly SlotLimit[] = []): Claim {
    const entry = this.#entries.find(id);
    const claim = judgeClaim(entry && recordOf(entry), turn, entry && leaseLeftMs(entry));
    if (entry === undefined || claim.kind !== 'claimed') return claim;
    const forMs = this.#slots.take(entry, slots);
    if (forMs !== undefined) return { kind: 'busy', forMs };
    // Before the watchers are notified, so they see the lease too.
    entry.leaseEnds = performance.now() + leaseMs;
    this.#entries.putClaim(entry, claim.record);
    this.#notify(id);
    return claim;
  }

  renew(id: string, fence: number, leaseMs: number, slots: readonly SlotLimit[] = []): boolean {
    const entry = this.#entries.find(id);
    if (entry?.fence !== fence || entry.endedAt !== undefined || !this.#slots.retake(entry.id, slots)) return false;
    entry.leaseEnds = performance.now() + leaseMs;
    return true;
  }

  release(id: string, fence: number): void {
    const entry = this.#entries.find(id);
    if (entry?.fence === fence) entry.leaseEnds = undefined;
  }

  all(request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    return pageOf(
      this.#entries.filter(() => true),
      request,
    );
  }

  unfinished(request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    return pageOf(
      this.#entries.filter((entry) => entry.isRunnable && !isHeld(entry)),
      request,
    );
  }

  /** Drops a task at its TTL, which notifies its watchers. */
  #dropAtExpiry(id: string): () => void {
    let stopTimer = (): void => undefined;
    const schedule = (): void => {
      const entry = this.#entries.find(id);
      if (entry === undefined) return;
      stopTimer = startTimer(Math.min(Math.ceil(entry.expiresAt - performance.now()), maxTimerMs), schedule);
    };
    schedule();
    return () => stopTimer();
  }

  #notify(id: string): void {
    for (const call of this.#watchers.get(id) ?? []) call();
  }
}

function pageOf(all: readonly TaskEntry[], request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
  return readTaskPage(request, async (after, limit) =>
    firstAfter(after, all, limit).map((entry) => ({ record: recordOf(entry), position: entry })),
  );
}

/** The first entries after a position. Sorting all of them for each page would block the process for seconds. */
function firstAfter(after: TaskPosition, all: readonly TaskEntry[], count: number): TaskEntry[] {
  const first: TaskEntry[] = [];
  for (const item of all) {
    if (comparePositions(item, after) <= 0) continue;
    const last = first.at(-1);
    if (last !== undefined && first.length === count && comparePositions(item, last) > 0) continue;
    first.splice(first.findLastIndex((other) => comparePositions(other, item) < 0) + 1, 0, item);
    if (first.length > count) first.pop();
  }
  return first;
}
