import type { TaskStatus } from '@toolwire/internal';
import type { Claim } from '../record/claim.ts';
import type { TaskRecord } from '../record/task-record.ts';
import type { SlotLimit } from './slot-limit.ts';

/** A page of tasks, oldest first. */
export interface TaskRecordPage {
  readonly records: readonly TaskRecord[];
  /** The cursor of the next page; omitted on the last one. */
  readonly nextCursor?: string | undefined;
}

export interface TaskPageRequest {
  /** The cursor of the previous page. */
  readonly cursor?: string | undefined;
  readonly limit: number;
  /** Only tasks with this status, for `all`. A store that can't select them with an index ignores it. */
  readonly status?: TaskStatus | undefined;
}

/**
 * Stores tasks. Records are plain JSON, so several servers may share a database. A task is deleted `ttlMs` after `create`, by the
 * store's own clock, whatever its status; earlier only if it ended a while ago and its owner's limit is reached. A store retries
 * transient failures itself. Other errors reach the caller.
 */
export interface TaskStore {
  /** Rejects, with instructions, if the configuration could lose tasks. */
  ready?(): Promise<void>;
  /** Sets the receiver of errors of background work, unless the store has one from its options. */
  reportTo?(report: (error: unknown) => void): void;
  /**
   * Stores a new task, and resolves when `read` finds it; `false` if a limit of the store is reached. An existing task with this ID stays
   * unchanged, and the result is `true`: a call whose ID derives from its caller's is stored once, across processes. Atomic.
   * Throws a `StoreFullError` with a cause if the disk or memory of the database is full.
   */
  create(record: TaskRecord): boolean | Promise<boolean>;
  /**
   * When there may be space for another task of this owner, in milliseconds, after `create` returned `false`; `undefined` if unknown.
   * At an owner's limit, `create` deletes the owner's oldest tasks that ended a while ago, and no other task.
   */
  roomInMs?(owner: string | null): number | undefined | Promise<number | undefined>;
  read(id: string): TaskRecord | undefined | Promise<TaskRecord | undefined>;
  /**
   * Replaces the record of the previous version. Returns `false` if the stored version is another one, or the stored fence is
   * larger, or the task was deleted, also if that made room for this change. Atomic. A record that no worker may run, because it has ended or waits for input, also ends the lease.
   * Throws a `StoreFullError` if the larger record does not fit.
   */
  replace(record: TaskRecord): boolean | Promise<boolean>;
  /** Returns the tasks of one owner; `undefined` for an invalid cursor. */
  list(owner: string | null, page: TaskPageRequest): TaskRecordPage | undefined | Promise<TaskRecordPage | undefined>;
  /** Deletes a task, if it exists. */
  remove(id: string): void | Promise<void>;
  /**
   * Calls the listener after each change to a task by any process, and after its deletion. Returns a function that stops it. Extra calls
   * do no harm: a store that starts watching asynchronously calls once when it has started.
   */
  watch(id: string, listener: () => void): () => void;
  /**
   * Grants a turn of a task with a `call` to one worker for the time of its lease, by `judgeClaim`, and stores the returned record.
   * Atomic. Leases use the store's own clock, apart from the record, so changes of the record do not affect them.
   * With `slots`, the task needs one slot of each limit, and holds it as long as its lease. No limit is exceeded. The next free slot goes to
   * the oldest task that keeps claiming. A task waits for a slot of the second limit only once it could have one of the first.
   * If it rejects, it may have been granted nevertheless. The store then undoes it until its lease is over, as if it had never been made:
   * the fence decreases, the version grows, and an earlier lease has expired again. It counts no attempt, and an earlier crash stays known.
   */
  claim(id: string, turn: number, leaseMs: number, slots?: readonly SlotLimit[]): Claim | Promise<Claim>;
  /**
   * Renews a lease from now; `false` if a later claim has the task, or if it has ended or was deleted. `slots` are the same as in the claim:
   * if another task got a slot after the lease had expired, the task takes a free slot. If all slots are taken, the result is `false`. Atomic.
   */
  renew(id: string, fence: number, leaseMs: number, slots?: readonly SlotLimit[]): boolean | Promise<boolean>;
  /** Releases a task; does nothing if a later claim has it. */
  release(id: string, fence: number): void | Promise<void>;
  /** Returns the tasks of all owners, in an order in which new tasks come last; `undefined` for an invalid cursor. */
  all(page: TaskPageRequest): TaskRecordPage | undefined | Promise<TaskRecordPage | undefined>;
  /** Returns the tasks of all owners that wait for a worker, oldest first; `undefined` for an invalid cursor. */
  unfinished(page: TaskPageRequest): TaskRecordPage | undefined | Promise<TaskRecordPage | undefined>;
}
