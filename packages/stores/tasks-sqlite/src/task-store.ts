import type { BackgroundReport } from '@toolwire/internal';
import {
  type Claim,
  isRunnable,
  readTaskPage,
  type SlotLimit,
  StoreFullError,
  type TaskChanges,
  type TaskPageRequest,
  type TaskPosition,
  type TaskRecord,
  type TaskRecordPage,
  type TaskStore,
} from '@toolwire/tasks';
import type { Database } from './database.ts';
import { isFull } from './errors.ts';
import { readClock } from './host-clock.ts';
import type { TaskFile } from './task-file.ts';
import { allTasks, findTask, removeTask, roomAt, type TaskRow, tasksOf, unfinishedTasks } from './task-statements.ts';
import { claim, create, recordOf, release, renew, replace, type TransactionConfig } from './task-transactions.ts';

interface SqliteTaskStoreConfig extends TransactionConfig {
  readonly file: TaskFile;
  readonly changes: TaskChanges;
  /** Called when a turn to deliver was added. */
  readonly onTurnAdded: () => void;
  readonly reportTo: BackgroundReport['reportTo'];
}

/** Stores tasks in a file. */
export class SqliteTaskStore implements TaskStore {
  readonly reportTo: BackgroundReport['reportTo'];
  readonly #config: SqliteTaskStoreConfig;

  constructor(config: SqliteTaskStoreConfig) {
    this.#config = config;
    this.reportTo = config.reportTo;
  }

  async create(record: TaskRecord): Promise<boolean> {
    const { file, onTurnAdded } = this.#config;
    const text = JSON.stringify(record);
    const isStored = await unlessFull(file.write((database) => create(database, record, text, this.#config)));
    if (isStored && isRunnable(record)) onTurnAdded();
    return isStored;
  }

  roomInMs(owner: string | null): Promise<number | undefined> {
    const { file, clock, limits } = this.#config;
    return file.read((database) => {
      const time = roomAt(database, owner, limits.keepEndedMs);
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
    const { file, changes } = this.#config;
    const text = JSON.stringify(record);
    const result = await unlessFull(file.write((database) => replace(database, record, text, this.#config)));
    if (result === 'full') throw new StoreFullError();
    if (result === 'replaced') changes.notify(record.id);
    return result === 'replaced';
  }

  list(owner: string | null, request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    const { clock } = this.#config;
    return this.#page(request, (database, after, limit) => tasksOf(database, owner, after, limit, clock.wall()));
  }

  async remove(id: string): Promise<void> {
    const { file, changes } = this.#config;
    if (await file.write((database) => removeTask(database, id))) changes.notify(id);
  }

  watch(id: string, listener: () => void): () => void {
    return this.#config.changes.watch(id, listener);
  }

  async claim(id: string, turn: number, leaseMs: number, slots: readonly SlotLimit[] = []): Promise<Claim> {
    const { file, changes } = this.#config;
    const result = await file.write((database) => claim(database, { id, turn, leaseMs, slots }, this.#config));
    if (result.kind === 'claimed') changes.notify(id);
    return result;
  }

  renew(id: string, fence: number, leaseMs: number, slots: readonly SlotLimit[] = []): Promise<boolean> {
    // After a power failure, the worker is gone too, so its lease needn't be durable.
    return this.#config.file.write((database) => renew(database, { id, fence, leaseMs, slots }, this.#config), {
      durable: false,
    });
  }

  release(id: string, fence: number): Promise<void> {
    return this.#config.file.write((database) => release(database, id, fence, this.#config));
  }

  all(request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    const { clock } = this.#config;
    return this.#page(request, (database, after, limit) => allTasks(database, after, limit, clock.wall()));
  }

  unfinished(request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    const { clock } = this.#config;
    return this.#page(request, (database, after, limit) => unfinishedTasks(database, after, limit, readClock(clock)));
  }

  #page(
    request: TaskPageRequest,
    query: (database: Database, after: TaskPosition, limit: number) => readonly Pick<TaskRow, 'record'>[],
  ): Promise<TaskRecordPage | undefined> {
    return readTaskPage(request, async (after, limit) => {
      const rows = await this.#config.file.read((database) => query(database, after, limit));
      return rows.map((row) => {
        const record = recordOf(row);
        return { record, position: record };
      });
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
