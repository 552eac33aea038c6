import { randomUUID } from 'node:crypto';
import {
  type Claim,
  fenceOf,
  NoRoomError,
  type TaskChanges,
  type TaskPageRequest,
  type TaskPlaces,
  type TaskRecord,
  type TaskRecordPage,
  type TaskStore,
} from '@toolwire/tasks';
import type { PatientConnection } from './patient-connection.ts';
import type { StepScript } from './script.ts';
import { digestOf, placeOf, type TaskKeys } from './task-keys.ts';
import { claimTaskScript, claimWithPlacesScript, releaseTaskScript, renewTaskScript } from './task-lease-scripts.ts';
import { TaskPages } from './task-pages.ts';
import { claimOf, recordsOf } from './task-replies.ts';
import { createTaskScript, readTaskScript, removeTaskScript, replaceTaskScript } from './task-scripts.ts';
import { valuesOf } from './task-values.ts';

/** What a store on Redis is made of. */
export interface RedisTaskParts {
  readonly connection: PatientConnection;
  readonly keys: TaskKeys;
  readonly changes: TaskChanges;
  readonly limits: TaskLimits;
  readonly ready: () => Promise<void>;
  /** Hears of failures that nobody waits for. */
  readonly report: (error: unknown) => void;
}

/** How much is kept, all together and of one owner. */
interface TaskLimits {
  readonly maxTasks: number;
  readonly maxTasksPerOwner: number;
  readonly maxBytes: number;
  readonly maxBytesPerOwner: number;
}

/** Keeps tasks on Redis. */
export class RedisTasks implements TaskStore {
  readonly #connection: PatientConnection;
  readonly #keys: TaskKeys;
  readonly #pages: TaskPages;
  readonly #changes: TaskChanges;
  /** What every step on a record is given, and what those are that keep one. */
  readonly #common: readonly string[];
  readonly #commonWithLimits: readonly string[];
  readonly #report: (error: unknown) => void;
  readonly #name = randomUUID();
  #steps = 0;
  readonly ready: () => Promise<void>;

  constructor({ connection, keys, changes, limits, ready, report }: RedisTaskParts) {
    this.#connection = connection;
    this.#keys = keys;
    this.#pages = new TaskPages(connection, keys);
    this.#changes = changes;
    const { maxTasks, maxTasksPerOwner, maxBytes, maxBytesPerOwner } = limits;
    this.#common = [keys.prefix];
    this.#commonWithLimits = [
      keys.prefix,
      keys.ownerDigestOf(null),
      ...[maxTasks, maxTasksPerOwner, maxBytes, maxBytesPerOwner].map(String),
    ];
    this.#report = report;
    this.ready = ready;
  }

  async create(record: TaskRecord): Promise<boolean> {
    const { id, owner, createdAt, ttlMs } = record;
    const digest = digestOf(id);
    const values = valuesOf(record);
    values.push(this.#keys.ownerDigestOf(owner), placeOf({ createdAt, id: digest }), String(ttlMs));
    const input = { key: this.#keys.recordAt(digest), shared: this.#commonWithLimits, values };
    const answer = await unlessFull(this.#connection.step(createTaskScript, input));
    return answer === 'kept';
  }

  async read(id: string): Promise<TaskRecord | undefined> {
    return recordsOf(await this.#run(readTaskScript, id, []))[0];
  }

  async replace(record: TaskRecord): Promise<boolean> {
    const values = valuesOf(record);
    values.push(this.#newToken());
    const input = { key: this.#keys.recordOf(record.id), shared: this.#commonWithLimits, values };
    const answer = await unlessFull(this.#connection.step(replaceTaskScript, input));
    if (answer === 'full') throw new NoRoomError();
    if (answer === 'put') this.#changes.tell(record.id);
    return answer === 'put';
  }

  list(owner: string | null, request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    return this.#pages.of(owner, request);
  }

  async remove(id: string): Promise<void> {
    if (Number(await this.#run(removeTaskScript, id, [])) === 1) this.#changes.tell(id);
  }

  watch(id: string, listener: () => void): () => void {
    return this.#changes.watch(id, listener);
  }

  async claim(id: string, turn: number, leaseMs: number, places: readonly TaskPlaces[] = []): Promise<Claim> {
    const values = [this.#newToken(), String(turn), String(leaseMs)];
    const script = places.length === 0 ? claimTaskScript : claimWithPlacesScript;
    for (const { name, most } of places) values.push(digestOf(name), String(most));
    const giveBack = (reply: unknown): void => {
      const late = claimOf(reply);
      if (late.kind === 'claimed') void this.release(id, fenceOf(late.record)).catch(this.#report);
    };
    const claim = claimOf(await this.#run(script, id, values, giveBack));
    if (claim.kind === 'claimed') this.#changes.tell(id);
    return claim;
  }

  async renew(id: string, fence: number, leaseMs: number): Promise<boolean> {
    return Number(await this.#run(renewTaskScript, id, [String(fence), String(leaseMs)])) === 1;
  }

  async release(id: string, fence: number): Promise<void> {
    await this.#run(releaseTaskScript, id, [String(fence)]);
  }

  all(request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    return this.#pages.all(request);
  }

  unfinished(request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    return this.#pages.unfinished(request);
  }

  #run(
    script: StepScript,
    id: string,
    values: readonly string[],
    tooLate?: (reply: unknown) => void,
  ): Promise<unknown> {
    return this.#connection.step(script, { key: this.#keys.recordOf(id), shared: this.#common, values }, tooLate);
  }

  /** Names a step, for the case that it is asked for again as its answer was lost. */
  #newToken(): string {
    this.#steps += 1;
    return `${this.#name}.${this.#steps.toString(36)}`;
  }
}

/** What is answered, or that there is no room where Redis has none; nothing was changed then. */
async function unlessFull(asked: Promise<unknown>): Promise<string> {
  try {
    return String(await asked);
  } catch (error) {
    if (error instanceof Error && error.message.includes('OOM command not allowed')) return 'full';
    throw error;
  }
}
