import { randomUUID } from 'node:crypto';
import {
  type Claim,
  cursorOf,
  fenceOf,
  firstPosition,
  NoRoomError,
  positionOf,
  type TaskChanges,
  type TaskPageRequest,
  type TaskPlaces,
  type TaskRecord,
  type TaskRecordPage,
  type TaskStore,
} from '@toolwire/tasks';
import { digestOf } from './digests.ts';
import type { PatientPool, Rows } from './patient-pool.ts';
import { isFull } from './postgres-errors.ts';
import { anySlot } from './slots.ts';
import { type TaskLimits, TaskRoom } from './task-room.ts';
import { claimedOf, recordOf, valuesOf } from './task-rows.ts';
import type { TaskStatements } from './task-statements.ts';

/** What a store on PostgreSQL is made of. */
export interface PostgresTaskParts {
  readonly pool: PatientPool;
  readonly statements: TaskStatements;
  readonly changes: TaskChanges;
  readonly limits: TaskLimits;
  readonly ready: () => Promise<void>;
  /** Hears of failures that nobody waits for. */
  readonly report: (error: unknown) => void;
}

/** Keeps tasks on PostgreSQL. */
export class PostgresTasks implements TaskStore {
  readonly #parts: PostgresTaskParts;
  readonly ready: () => Promise<void>;
  readonly #room: TaskRoom;

  constructor(parts: PostgresTaskParts) {
    this.#parts = parts;
    this.ready = parts.ready;
    this.#room = new TaskRoom(parts);
  }

  async create(record: TaskRecord): Promise<boolean> {
    const kept = [...valuesOf(record), record.createdAt, record.ttlMs, anySlot()];
    const values = [...kept, ...this.#room.limitsOf(record)];
    this.#room.purgeNowAndThen();
    return (await this.#room.make(() => this.#create(values))) === 'kept';
  }

  async #create(values: readonly unknown[]): Promise<'kept' | 'no room'> {
    const { pool, statements } = this.#parts;
    const [row] = await pool.run(statements.create, values).catch(noneIfFull);
    // Whose answer was lost finds it there as well.
    if (row?.['kept'] === true || row?.['was_there'] === true) return 'kept';
    if (row?.['was_there'] !== false) return 'no room';
    await pool.run(statements.forgetLapsed, values.slice(0, 1));
    return this.#create(values);
  }

  async read(id: string): Promise<TaskRecord | undefined> {
    const [row] = await this.#parts.pool.run(this.#parts.statements.read, [digestOf(id)]);
    return row && recordOf(row);
  }

  async replace(record: TaskRecord): Promise<boolean> {
    const token = newToken();
    const values = [...valuesOf(record), token, ...this.#room.limitsOf(record)];
    const put = (): Promise<Replaced> => this.#put(record, values, token);
    const answer = await this.#room.make(put);
    if (answer === 'no room') throw new NoRoomError();
    if (answer === 'put') this.#parts.changes.tell(record.id);
    return answer === 'put';
  }

  async #put(record: TaskRecord, values: readonly unknown[], token: string): Promise<Replaced> {
    const [row] = await this.#parts.pool.run(this.#parts.statements.replace, values).catch(noneIfFull);
    if (row === undefined) return 'refused';
    if (row['full'] === true) return 'no room';
    if (row['put'] === true || (row['written_by'] === token && row['version'] === record.version)) return 'put';
    // Asked for a second time before it counts: the first time, somebody may have come in between.
    const fits = row['version'] === record.version - 1 && Number(row['fence']) <= fenceOf(record);
    return fits ? 'no room' : 'refused';
  }

  list(owner: string | null, request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    return this.#page(this.#parts.statements.list, [digestOf(owner)], request);
  }

  async remove(id: string): Promise<void> {
    const gone = await this.#parts.pool.run(this.#parts.statements.remove, [digestOf(id)]);
    if (gone.length > 0) this.#parts.changes.tell(id);
  }

  watch(id: string, listener: () => void): () => void {
    return this.#parts.changes.watch(id, listener);
  }

  async claim(id: string, turn: number, leaseMs: number, places: readonly TaskPlaces[] = []): Promise<Claim> {
    const { pool, statements, changes } = this.#parts;
    const token = newToken();
    const giveBack = ([row]: Rows): void => {
      if (typeof row?.['fence'] === 'number') this.#giveBack(id, Number(row['fence']));
    };
    const [statement, values] =
      places.length === 0
        ? [statements.claim, []]
        : [statements.claimWithPlaces, [places.map(({ name }) => digestOf(name)), places.map(({ most }) => most)]];
    for (;;) {
      const [row] = await pool.run(statement, [digestOf(id), turn, leaseMs, token, ...values], giveBack);
      if (typeof row?.['busy_ms'] === 'number') return { kind: 'busy', forMs: row['busy_ms'] };
      const claim = row === undefined ? await this.#whoHas(id, turn, token) : claimedOf(row);
      if (claim?.kind === 'claimed') changes.tell(id);
      if (claim !== undefined) return claim;
    }
  }

  /** Why a claim was not given; `undefined` where it would be by now. */
  async #whoHas(id: string, turn: number, token: string): Promise<Claim | undefined> {
    const { pool, statements } = this.#parts;
    const [row] = await pool.run(statements.held, [digestOf(id), turn]);
    if (row === undefined) return { kind: 'over' };
    const [leftMs, leaseMs] = [Number(row['left_ms'] ?? 0), Number(row['lease_ms'] ?? 0)];
    if (leftMs <= 0) return undefined;
    // It was given, and the answer was lost.
    if (row['claimed_by'] === token) return claimedOf(row);
    if (leftMs <= leaseMs) return { kind: 'held', forMs: leftMs };
    // TASK-11: a clock that was set back makes nobody wait for longer than a lease.
    await pool.run(statements.cutLease, [digestOf(id)]);
    return { kind: 'held', forMs: leaseMs };
  }

  #giveBack(id: string, fence: number): void {
    void this.release(id, fence).catch(this.#parts.report);
  }

  async renew(id: string, fence: number, leaseMs: number): Promise<boolean> {
    const { pool, statements } = this.#parts;
    return (await pool.run(statements.renew, [digestOf(id), fence, leaseMs])).length > 0;
  }

  async release(id: string, fence: number): Promise<void> {
    await this.#parts.pool.run(this.#parts.statements.release, [digestOf(id), fence]);
  }

  all(request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    return this.#page(this.#parts.statements.all, [], request);
  }

  unfinished(request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    this.#room.purgeNowAndThen();
    void this.#parts.pool.run(this.#parts.statements.purgePlaces, []).catch(this.#parts.report);
    return this.#page(this.#parts.statements.unfinished, [], request);
  }

  async #page(
    statement: string,
    of: readonly unknown[],
    { cursor, limit }: TaskPageRequest,
  ): Promise<TaskRecordPage | undefined> {
    const after = cursor === undefined ? firstPosition : positionOf(cursor);
    if (after === undefined) return undefined;
    // One more than asked for tells whether there are more.
    const found = await this.#parts.pool.run(statement, [...of, after.createdAt, after.id, limit + 1]);
    const records = found.slice(0, limit).map(recordOf);
    const last = records.at(-1);
    const hasMore = last !== undefined && found.length > limit;
    return {
      records,
      nextCursor: hasMore ? cursorOf({ createdAt: last.createdAt, id: digestOf(last.id) }) : undefined,
    };
  }
}

type Replaced = 'put' | 'refused' | 'no room';

/** What is answered where the disk has no room. */
function noneIfFull(error: unknown): Rows {
  if (isFull(error)) return [{ full: true }];
  throw error;
}

/** Names a step, for the case that it is asked for again as its answer was lost. */
function newToken(): string {
  // Node draws many of them at a time, and each number of bytes anew.
  return randomUUID();
}
