import {
  type Claim,
  cursorOf,
  firstPosition,
  isToRun,
  NoRoomError,
  positionOf,
  type TaskPageRequest,
  type TaskPlaces,
  type TaskPosition,
  type TaskRecord,
  type TaskRecordPage,
  type TaskStore,
} from '@toolwire/tasks';
import type { ChangeFeed } from './change-feed.ts';
import { isFull } from './sqlite-errors.ts';
import type { Statements } from './statements.ts';
import type { TaskFile } from './task-file.ts';
import { findTask, removeTask, type TaskRow, tasksOf, tasksOfAll, tasksToRun } from './task-rows.ts';
import { add, claim, put, recordOf, release, renew, type StepTerms } from './task-steps.ts';

/** What a store is made of. */
export interface StoreParts extends StepTerms {
  readonly file: TaskFile;
  readonly feed: ChangeFeed;
  /** Hears that there is a turn to deliver. */
  readonly turnAdded: () => void;
}

/** Keeps tasks in a file. */
export class SqliteTaskStore implements TaskStore {
  readonly #parts: StoreParts;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  async create(record: TaskRecord): Promise<boolean> {
    const { file, turnAdded } = this.#parts;
    const text = JSON.stringify(record);
    const kept = await unlessFull(
      file.write((database) => add(database, record, text, this.#parts)),
      false,
    );
    if (kept && isToRun(record)) turnAdded();
    return kept;
  }

  read(id: string): Promise<TaskRecord | undefined> {
    const { file, clock } = this.#parts;
    return file.read((database) => {
      const row = findTask(database, id, clock.wall());
      return row && recordOf(row);
    });
  }

  async replace(record: TaskRecord): Promise<boolean> {
    const { file, feed } = this.#parts;
    const text = JSON.stringify(record);
    const answer = await unlessFull(
      file.write((database) => put(database, record, text, this.#parts)),
      'no room',
    );
    if (answer === 'no room') throw new NoRoomError();
    if (answer === 'put') feed.tell(record.id);
    return answer === 'put';
  }

  list(owner: string | null, request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    const { clock } = this.#parts;
    return this.#page(request, (database, after, limit) => tasksOf(database, owner, after, limit, clock.wall()));
  }

  async remove(id: string): Promise<void> {
    const { file, feed } = this.#parts;
    if (await file.write((database) => removeTask(database, id))) feed.tell(id);
  }

  watch(id: string, listener: () => void): () => void {
    return this.#parts.feed.watch(id, listener);
  }

  async claim(id: string, turn: number, leaseMs: number, places: readonly TaskPlaces[] = []): Promise<Claim> {
    const { file, feed } = this.#parts;
    const judged = await file.write((database) => claim(database, { id, turn, leaseMs, places }, this.#parts));
    if (judged.kind === 'claimed') feed.tell(id);
    return judged;
  }

  renew(id: string, fence: number, leaseMs: number): Promise<boolean> {
    // Whoever holds a lease is gone when the power is, and so is what it was good for.
    return this.#parts.file.write((database) => renew(database, id, fence, leaseMs, this.#parts), { durable: false });
  }

  release(id: string, fence: number): Promise<void> {
    return this.#parts.file.write((database) => release(database, id, fence, this.#parts));
  }

  all(request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    const { clock } = this.#parts;
    return this.#page(request, (database, after, limit) => tasksOfAll(database, after, limit, clock.wall()));
  }

  unfinished(request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    const { clock } = this.#parts;
    return this.#page(request, (database, after, limit) =>
      tasksToRun(database, after, limit, { wall: clock.wall(), steady: clock.steady() }),
    );
  }

  async #page(
    { cursor, limit }: TaskPageRequest,
    look: (database: Statements, after: TaskPosition, limit: number) => readonly Pick<TaskRow, 'record'>[],
  ): Promise<TaskRecordPage | undefined> {
    const after = cursor === undefined ? firstPosition : positionOf(cursor);
    if (after === undefined) return undefined;
    // One more than asked for tells whether there are more.
    const found = await this.#parts.file.read((database) => look(database, after, limit + 1));
    const records = found.slice(0, limit).map(recordOf);
    const last = records.at(-1);
    return { records, nextCursor: last && found.length > limit ? cursorOf(last) : undefined };
  }
}

/** What is answered, or this where the disk has no room. */
async function unlessFull<Answer>(asked: Promise<Answer>, otherwise: Answer): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (isFull(error)) return otherwise;
    throw error;
  }
}
