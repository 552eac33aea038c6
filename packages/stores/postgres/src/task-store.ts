import { randomUUID } from 'node:crypto';
import type { BackgroundReport, TaskLimits } from '@toolwire/internal';
import {
  type Claim,
  fenceOf,
  readTaskPage,
  type SlotLimit,
  StoreFullError,
  type TaskChanges,
  type TaskPageRequest,
  type TaskRecord,
  type TaskRecordPage,
  type TaskStore,
} from '@toolwire/tasks';
import { shortDigest } from './digests.ts';
import { isFull } from './errors.ts';
import type { RetryingPool } from './postgres-pool.ts';
import { anyShard } from './sql.ts';
import { TaskCapacity } from './task-capacity.ts';
import { TaskClaims } from './task-claims.ts';
import { recordOf, valuesOf } from './task-records.ts';
import type { TaskStatements } from './task-statements.ts';

interface PostgresTasksConfig extends BackgroundReport {
  readonly pool: RetryingPool;
  readonly statements: TaskStatements;
  readonly changes: TaskChanges;
  readonly limits: TaskLimits;
  readonly ready: () => Promise<void>;
}

type ReplaceResult = 'replaced' | 'rejected' | 'full';

/** Stores tasks on PostgreSQL. */
export class PostgresTasks implements TaskStore {
  readonly #config: PostgresTasksConfig;
  readonly ready: () => Promise<void>;
  readonly reportTo: BackgroundReport['reportTo'];
  readonly #capacity: TaskCapacity;
  readonly #claims: TaskClaims;

  constructor(config: PostgresTasksConfig) {
    this.#config = config;
    this.ready = config.ready;
    this.reportTo = config.reportTo;
    this.#capacity = new TaskCapacity(config);
    this.#claims = new TaskClaims(config);
  }

  async create(record: TaskRecord): Promise<boolean> {
    const stored = [...valuesOf(record), record.createdAt, record.ttlMs, anyShard()];
    const values = [...stored, ...this.#capacity.limitsOf(record), record.status];
    this.#capacity.purgeInBackground();
    return (await this.#capacity.makeRoom(record, () => this.#create(values))) === 'stored';
  }

  async #create(values: readonly unknown[]): Promise<'stored' | 'full'> {
    const { pool, statements } = this.#config;
    const [row] = await pool.run(statements.create, values).catch(rejectFull);
    // A retry after a lost response finds the task too.
    if (row?.['is_stored'] === true || row?.['existed'] === true) return 'stored';
    if (row?.['existed'] !== false) return 'full';
    await pool.run(statements.deleteExpired, values.slice(0, 1));
    return this.#create(values);
  }

  roomInMs(owner: string | null): Promise<number | undefined> {
    return this.#capacity.roomInMs(owner);
  }

  async read(id: string): Promise<TaskRecord | undefined> {
    const [row] = await this.#config.pool.run(this.#config.statements.read, [shortDigest(id)]);
    return row && recordOf(row);
  }

  async replace(record: TaskRecord): Promise<boolean> {
    // Identifies the change, so that a retry after a lost response is recognized.
    const token = randomUUID();
    const values = [...valuesOf(record), token, ...this.#capacity.limitsOf(record), record.status];
    const replace = (): Promise<ReplaceResult> => this.#replace(record, values, token);
    const result = await this.#capacity.makeRoom(record, replace);
    if (result === 'full') throw new StoreFullError();
    if (result === 'replaced') this.#config.changes.notify(record.id);
    return result === 'replaced';
  }

  async #replace(record: TaskRecord, values: readonly unknown[], token: string): Promise<ReplaceResult> {
    const [row] = await this.#config.pool.run(this.#config.statements.replace, values).catch(rejectFull);
    if (row === undefined) return 'rejected';
    const isRepeated = row['written_by'] === token && row['version'] === record.version;
    if (row['is_replaced'] === true || isRepeated) return 'replaced';
    // The statement reads the row it could not update, which another process may have changed meanwhile.
    const isNext = row['version'] === record.version - 1 && Number(row['fence']) <= fenceOf(record);
    return isNext ? 'full' : 'rejected';
  }

  list(owner: string | null, request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    return this.#page(this.#config.statements.list, [shortDigest(owner)], request);
  }

  async remove(id: string): Promise<void> {
    const removed = await this.#config.pool.run(this.#config.statements.remove, [shortDigest(id)]);
    if (removed.length > 0) this.#config.changes.notify(id);
  }

  watch(id: string, listener: () => void): () => void {
    return this.#config.changes.watch(id, listener);
  }

  async claim(id: string, turn: number, leaseMs: number, slots: readonly SlotLimit[] = []): Promise<Claim> {
    const claim = await this.#claims.claim(id, turn, leaseMs, slots);
    if (claim.kind === 'claimed') this.#config.changes.notify(id);
    return claim;
  }

  renew(id: string, fence: number, leaseMs: number, slots: readonly SlotLimit[] = []): Promise<boolean> {
    return this.#claims.renew(id, fence, leaseMs, slots);
  }

  async release(id: string, fence: number): Promise<void> {
    await this.#config.pool.run(this.#config.statements.release, [shortDigest(id), fence]);
  }

  all(request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    const { statements } = this.#config;
    return request.status === undefined
      ? this.#page(statements.all, [], request)
      : this.#page(statements.allWithStatus, [request.status], request);
  }

  unfinished(request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    this.#capacity.purgeInBackground();
    // Once in each sweep.
    if (request.cursor === undefined) {
      void this.#config.pool.run(this.#config.statements.purgeSlots, []).catch(this.#config.report);
    }
    return this.#page(this.#config.statements.unfinished, [], request);
  }

  #page(statement: string, values: readonly unknown[], request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    return readTaskPage(request, async (after, limit) => {
      const rows = await this.#config.pool.run(statement, [...values, after.createdAt, after.id, limit]);
      return rows.map((row) => {
        const record = recordOf(row);
        return { record, position: { createdAt: record.createdAt, id: shortDigest(record.id) } };
      });
    });
  }
}

/** Rejects a write with a `StoreFullError` if the disk is full. */
function rejectFull(error: unknown): never {
  throw isFull(error) ? new StoreFullError({ cause: error }) : error;
}
