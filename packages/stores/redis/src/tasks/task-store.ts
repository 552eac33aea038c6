import { randomUUID } from 'node:crypto';
import { type BackgroundReport, keepEndedMs, ownerLimits, type TaskLimits } from '@toolwire/internal';
import {
  type Claim,
  firstPosition,
  readTaskPage,
  type SlotLimit,
  StoreFullError,
  type TaskChanges,
  type TaskPageRequest,
  type TaskRecord,
  type TaskRecordPage,
  type TaskStore,
} from '@toolwire/tasks';
import { isFull } from '../connection/errors.ts';
import type { RetryingConnection } from '../connection/retrying-connection.ts';
import type { Script, StepScript } from '../connection/script.ts';
import { shortDigest } from '../digests.ts';
import { TaskClaims } from './task-claims.ts';
import { memberOf, type TaskKeys } from './task-keys.ts';
import { indexedRecordsOf, recordsOf, valuesOf } from './task-records.ts';
import {
  allTasksScript,
  createTaskScript,
  readTaskScript,
  removeTaskScript,
  replaceTaskScript,
  roomInScript,
  taskPageScript,
  unfinishedTasksScript,
} from './task-scripts.ts';

interface RedisTasksConfig extends BackgroundReport {
  readonly connection: RetryingConnection;
  readonly keys: TaskKeys;
  readonly changes: TaskChanges;
  readonly limits: TaskLimits;
  readonly ready: () => Promise<void>;
  /** Checks the configuration of Redis in the background. */
  readonly checkConfigurationInBackground: () => void;
}

/** Stores tasks on Redis. */
export class RedisTasks implements TaskStore {
  readonly ready: () => Promise<void>;
  readonly reportTo: BackgroundReport['reportTo'];
  readonly #config: RedisTasksConfig;
  readonly #claims: TaskClaims;
  /** The shared values of steps: without limits, and with the limits of each kind of owner. */
  readonly #sharedValues: readonly string[];
  readonly #sharedWithLimits = new Map<number | 'owner', readonly string[]>();

  constructor(config: RedisTasksConfig) {
    this.#config = config;
    this.#claims = new TaskClaims(config);
    this.#sharedValues = [config.keys.prefix];
    this.ready = config.ready;
    this.reportTo = config.reportTo;
  }

  async create(record: TaskRecord): Promise<boolean> {
    const { keys, connection } = this.#config;
    const { id, owner, createdAt, ttlMs } = record;
    const digest = shortDigest(id);
    const values = valuesOf(record);
    values.push(keys.ownerDigestOf(owner), memberOf({ createdAt, id: digest }), String(ttlMs));
    const input = { key: keys.recordByDigest(digest), shared: this.#sharedFor(record), values };
    return (await unlessFull(connection.runStep(createTaskScript, input))) === 'stored';
  }

  async roomInMs(owner: string | null): Promise<number | undefined> {
    const { keys, connection } = this.#config;
    const values = [keys.prefix, keys.ownerDigestOf(owner), String(keepEndedMs)];
    const ms = await connection.run(roomInScript, [keys.expiry], values);
    return typeof ms === 'number' ? ms : undefined;
  }

  async read(id: string): Promise<TaskRecord | undefined> {
    return recordsOf(await this.#run(readTaskScript, id))[0];
  }

  async replace(record: TaskRecord): Promise<boolean> {
    const { keys, connection, changes } = this.#config;
    const values = valuesOf(record);
    // Identifies the change, so that a retry after a lost response is recognized.
    values.push(randomUUID());
    const input = { key: keys.recordOf(record.id), shared: this.#sharedFor(record), values };
    const result = await unlessFull(connection.runStep(replaceTaskScript, input));
    if (result === 'full') throw new StoreFullError();
    if (result === 'replaced') changes.notify(record.id);
    return result === 'replaced';
  }

  list(owner: string | null, request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    return this.#page(taskPageScript, this.#config.keys.tasksOf(owner), request);
  }

  async remove(id: string): Promise<void> {
    if (Number(await this.#run(removeTaskScript, id)) === 1) this.#config.changes.notify(id);
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

  release(id: string, fence: number): Promise<void> {
    return this.#claims.release(id, fence);
  }

  /** Only the expiry index has all tasks, so a position is an expiry and a member. */
  all(request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    const { keys, connection } = this.#config;
    return readTaskPage(request, async (after, limit) => {
      const expiresAt = after === firstPosition ? 0 : after.createdAt;
      const values = [keys.prefix, String(expiresAt), after.id, String(limit)];
      return indexedRecordsOf(await connection.run(allTasksScript, [keys.expiry], values));
    });
  }

  unfinished(request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    // Once in each sweep.
    if (request.cursor === undefined) this.#config.checkConfigurationInBackground();
    return this.#page(unfinishedTasksScript, this.#config.keys.runnable, request);
  }

  #page(script: Script, index: string, request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    const { keys, connection } = this.#config;
    return readTaskPage(request, async (after, limit) => {
      const start = after === firstPosition ? '-' : `(${memberOf(after)}`;
      const records = recordsOf(await connection.run(script, [index], [keys.prefix, start, String(limit)]));
      return records.map((record) => ({
        record,
        position: { createdAt: record.createdAt, id: shortDigest(record.id) },
      }));
    });
  }

  #run(script: StepScript, id: string): Promise<unknown> {
    const { keys, connection } = this.#config;
    return connection.runStep(script, { key: keys.recordOf(id), shared: this.#sharedValues, values: [] });
  }

  /** Returns the same array for all records with the same limits, so that their steps share a batch. */
  #sharedFor(record: TaskRecord): readonly string[] {
    const kind = record.owner === null ? (record.share ?? 1) : 'owner';
    const known = this.#sharedWithLimits.get(kind);
    if (known !== undefined) return known;
    const { keys, limits } = this.#config;
    const { maxTasks, maxBytes } = limits;
    const owned = ownerLimits(limits, record);
    const shared = [keys.prefix, ...[maxTasks, owned.tasks, maxBytes, owned.bytes, keepEndedMs].map(String)];
    this.#sharedWithLimits.set(kind, shared);
    return shared;
  }
}

/** The reply of a write. Rejects with a `StoreFullError` if Redis has reached its memory limit. */
async function unlessFull(reply: Promise<unknown>): Promise<string> {
  try {
    return String(await reply);
  } catch (error) {
    throw isFull(error) ? new StoreFullError({ cause: error }) : error;
  }
}
