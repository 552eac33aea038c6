import type { BackgroundReport, TaskLimits } from '@toolwire/internal';
import {
  type Claim,
  fenceOf,
  isRunnable,
  readTaskPage,
  type SlotLimit,
  StoreFullError,
  type TaskChanges,
  type TaskPageRequest,
  type TaskRecord,
  type TaskRecordPage,
  type TaskStore,
  turnToDeliver,
} from '@toolwire/tasks';
import { type HostClock, readClock } from './host-clock.ts';
import { makeRoom } from './task-capacity.ts';
import { TaskClaims } from './task-claims.ts';
import type { TaskFile } from './task-file.ts';
import {
  allTasks,
  type Condition,
  countedBytes,
  deleteExpired,
  findTask,
  insertTask,
  readTasks,
  recordOf,
  removeTask,
  roomAt,
  setLease,
  tasksOf,
  unfinishedTasks,
  updateTask,
} from './task-statements.ts';
import { isFull } from './transaction.ts';
import { addTurn } from './turn-queue.ts';

interface SqliteTaskStoreConfig {
  readonly file: TaskFile;
  readonly changes: TaskChanges;
  readonly clock: HostClock;
  readonly limits: TaskLimits;
  /** Called when a turn to deliver was added. */
  readonly onTurnAdded: () => void;
  readonly reportTo: BackgroundReport['reportTo'];
}

/** How many expired tasks each new one deletes: more than one, so that they don't pile up. */
const deletedWithEach = 2;

/** Stores tasks in a file. Each operation is one transaction. */
export class SqliteTaskStore implements TaskStore {
  readonly reportTo: BackgroundReport['reportTo'];
  readonly #config: SqliteTaskStoreConfig;
  readonly #claims: TaskClaims;

  constructor(config: SqliteTaskStoreConfig) {
    this.#config = config;
    this.#claims = new TaskClaims(config);
    this.reportTo = config.reportTo;
  }

  async create(record: TaskRecord): Promise<boolean> {
    const { file, clock, limits, onTurnAdded } = this.#config;
    const text = JSON.stringify(record);
    const stored = file.write((database) => {
      const { wall, steady } = readClock(clock);
      if (findTask(database, record.id, wall) !== undefined) return true;
      // An expired task with this ID may still be stored.
      removeTask(database, record.id);
      deleteExpired(database, wall, deletedWithEach);
      if (!makeRoom(database, record, { tasks: 1, bytes: countedBytes(text) }, limits, wall)) return false;
      insertTask(database, record, text, wall);
      // A stored task needs no second operation to run (TASK-09).
      if (isRunnable(record)) addTurn(database, turnToDeliver(record), steady);
      return true;
    });
    const isStored = await unlessFull(stored);
    if (isStored && isRunnable(record)) onTurnAdded();
    return isStored;
  }

  roomInMs(owner: string | null): Promise<number | undefined> {
    const { file, clock } = this.#config;
    return file.read((database) => {
      const time = roomAt(database, owner);
      return time === undefined ? undefined : time - clock.wall();
    });
  }

  read(id: string): Promise<TaskRecord | undefined> {
    const { file, clock } = this.#config;
    return file.read((database) => {
      const row = findTask(database, id, clock.wall());
      return row && recordOf(row);
    });
  }

  async replace(record: TaskRecord): Promise<boolean> {
    const { file, clock, limits, changes } = this.#config;
    const text = JSON.stringify(record);
    const replaced = file.write((database): 'replaced' | 'rejected' | 'full' => {
      const wall = clock.wall();
      const row = findTask(database, record.id, wall);
      // A smaller fence is rejected, whatever the version (TASK-03).
      if (row?.version !== record.version - 1 || fenceOf(record) < row.fence) return 'rejected';
      const bytes = countedBytes(text) - row.bytes;
      if (bytes > 0 && !makeRoom(database, record, { tasks: 0, bytes }, limits, wall)) return 'full';
      // The ended task itself may have been deleted to make room.
      if (findTask(database, record.id, wall) === undefined) return 'rejected';
      updateTask(database, record, text, wall);
      // A task that waits for input has no lease (TASK-07).
      if (!isRunnable(record)) setLease(database, record.id, null, null);
      return 'replaced';
    });
    const result = await unlessFull(replaced);
    // Not thrown in the transaction, so that the tasks deleted to make room stay deleted.
    if (result === 'full') throw new StoreFullError();
    if (result === 'replaced') changes.notify(record.id);
    return result === 'replaced';
  }

  list(owner: string | null, request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    return this.#page(request, () => tasksOf(owner, this.#config.clock.wall()));
  }

  async remove(id: string): Promise<void> {
    const { file, changes } = this.#config;
    if (await file.write((database) => removeTask(database, id))) changes.notify(id);
  }

  watch(id: string, listener: () => void): () => void {
    return this.#config.changes.watch(id, listener);
  }

  claim(id: string, turn: number, leaseMs: number, slots: readonly SlotLimit[] = []): Promise<Claim> {
    return this.#claims.claim(id, turn, leaseMs, slots);
  }

  renew(id: string, fence: number, leaseMs: number, slots: readonly SlotLimit[] = []): Promise<boolean> {
    return this.#claims.renew(id, fence, leaseMs, slots);
  }

  release(id: string, fence: number): Promise<void> {
    return this.#claims.release(id, fence);
  }

  all(request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    return this.#page(request, () => allTasks(this.#config.clock.wall()));
  }

  unfinished(request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    return this.#page(request, () => unfinishedTasks(readClock(this.#config.clock)));
  }

  #page(request: TaskPageRequest, condition: () => Condition): Promise<TaskRecordPage | undefined> {
    return readTaskPage(request, async (after, limit) => {
      const records = await this.#config.file.read((database) => readTasks(database, condition(), after, limit));
      return records.map((record) => ({ record, position: record }));
    });
  }
}

/** The result of a write. Rejects with a `StoreFullError` if the disk is full. */
async function unlessFull<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    throw isFull(error) ? new StoreFullError({ cause: error }) : error;
  }
}
