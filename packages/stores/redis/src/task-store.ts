import { type BackgroundReport, ownerLimits, type TaskLimits } from '@toolwire/internal';
import {
  type Claim,
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
import type { RetryingConnection } from './retrying-connection.ts';
import type { StepScript } from './script.ts';
import { createTokens, TaskClaims } from './task-claims.ts';
import { memberOf, type TaskKeys } from './task-keys.ts';
import { TaskPages } from './task-pages.ts';
import { recordsOf, valuesOf } from './task-records.ts';
import { createTaskScript, readTaskScript, removeTaskScript, replaceTaskScript, roomInScript } from './task-scripts.ts';

interface RedisTasksConfig extends BackgroundReport {
  readonly connection: RetryingConnection;
  readonly keys: TaskKeys;
  readonly changes: TaskChanges;
  readonly limits: TaskLimits;
  readonly ready: () => Promise<void>;
  /** Checks the configuration of Redis in the background. */
  readonly watchConfiguration: () => void;
}

/** Stores tasks on Redis. */
export class RedisTasks implements TaskStore {
  readonly #connection: RetryingConnection;
  readonly #keys: TaskKeys;
  readonly #pages: TaskPages;
  readonly #changes: TaskChanges;
  readonly #limits: TaskLimits;
  /** The shared values of steps: without limits, and with the limits of each kind of owner. */
  readonly #sharedValues: readonly string[];
  readonly #sharedWithLimits = new Map<number | 'owner', readonly string[]>();
  readonly #claims: TaskClaims;
  readonly #newToken = createTokens();
  readonly #watchConfiguration: () => void;
  readonly ready: () => Promise<void>;
  readonly reportTo: BackgroundReport['reportTo'];

  constructor(config: RedisTasksConfig) {
    const { connection, keys, changes, limits, ready, watchConfiguration, report, reportTo } = config;
    this.#connection = connection;
    this.#keys = keys;
    this.#pages = new TaskPages(connection, keys);
    this.#changes = changes;
    this.#limits = limits;
    this.#sharedValues = [keys.prefix];
    this.#claims = new TaskClaims({ connection, keys, newToken: this.#newToken, report });
    this.ready = ready;
    this.reportTo = reportTo;
    this.#watchConfiguration = watchConfiguration;
  }

  async create(record: TaskRecord): Promise<boolean> {
    const { id, owner, createdAt, ttlMs } = record;
    const digest = shortDigest(id);
    const values = valuesOf(record);
    values.push(this.#keys.ownerDigestOf(owner), memberOf({ createdAt, id: digest }), String(ttlMs));
    const input = { key: this.#keys.recordByDigest(digest), shared: this.#sharedFor(record), values };
    return (await unlessFull(this.#connection.runStep(createTaskScript, input))) === 'stored';
  }

  async roomInMs(owner: string | null): Promise<number | undefined> {
    const values = [this.#keys.prefix, this.#keys.ownerDigestOf(owner), String(this.#limits.keepEndedMs)];
    const ms = await this.#connection.run(roomInScript, [this.#keys.expiry], values);
    return typeof ms === 'number' ? ms : undefined;
  }

  async read(id: string): Promise<TaskRecord | undefined> {
    return recordsOf(await this.#run(readTaskScript, id))[0];
  }

  async replace(record: TaskRecord): Promise<boolean> {
    const values = valuesOf(record);
    values.push(this.#newToken());
    const input = { key: this.#keys.recordOf(record.id), shared: this.#sharedFor(record), values };
    const result = await unlessFull(this.#connection.runStep(replaceTaskScript, input));
    if (result === 'full') throw new StoreFullError();
    if (result === 'replaced') this.#changes.notify(record.id);
    return result === 'replaced';
  }

  list(owner: string | null, request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    return this.#pages.list(owner, request);
  }

  async remove(id: string): Promise<void> {
    if (Number(await this.#run(removeTaskScript, id)) === 1) this.#changes.notify(id);
  }

  watch(id: string, listener: () => void): () => void {
    return this.#changes.watch(id, listener);
  }

  async claim(id: string, turn: number, leaseMs: number, slots: readonly SlotLimit[] = []): Promise<Claim> {
    const claim = await this.#claims.claim({ id, turn, leaseMs, slots });
    if (claim.kind === 'claimed') this.#changes.notify(id);
    return claim;
  }

  renew(id: string, fence: number, leaseMs: number, slots: readonly SlotLimit[] = []): Promise<boolean> {
    return this.#claims.renew({ id, fence, leaseMs, slots });
  }

  release(id: string, fence: number): Promise<void> {
    return this.#claims.release(id, fence);
  }

  all(request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    return this.#pages.all(request);
  }

  unfinished(request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    // Once in each sweep.
    if (request.cursor === undefined) this.#watchConfiguration();
    return this.#pages.unfinished(request);
  }

  #run(script: StepScript, id: string): Promise<unknown> {
    return this.#connection.runStep(script, { key: this.#keys.recordOf(id), shared: this.#sharedValues, values: [] });
  }

  /** Returns the same array for all records with the same limits, so that their steps share a batch. */
  #sharedFor(record: TaskRecord): readonly string[] {
    const kind = record.owner === null ? (record.share ?? 1) : 'owner';
    const known = this.#sharedWithLimits.get(kind);
    if (known !== undefined) return known;
    const { maxTasks, maxBytes, keepEndedMs } = this.#limits;
    const owned = ownerLimits(this.#limits, record);
    const limits = [maxTasks, owned.tasks, maxBytes, owned.bytes, keepEndedMs];
    const shared = [this.#keys.prefix, ...limits.map(String)];
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
