import { cursorOf, positionOf, type TaskPageRequest, type TaskRecordPage } from '@toolwire/tasks';
import type { PatientConnection } from './patient-connection.ts';
import type { Script } from './script.ts';
import { digestOf, placeOf, type TaskKeys } from './task-keys.ts';
import { placedRecordsOf, recordsOf } from './task-replies.ts';
import { allTasksScript, pageOfTasksScript, unfinishedTasksScript } from './task-scripts.ts';

/** Reads tasks page by page, by where each stands in one of the lists on Redis. */
export class TaskPages {
  readonly #connection: PatientConnection;
  readonly #keys: TaskKeys;

  constructor(connection: PatientConnection, keys: TaskKeys) {
    this.#connection = connection;
    this.#keys = keys;
  }

  of(owner: string | null, request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    return this.#page(pageOfTasksScript, this.#keys.listOf(owner), request);
  }

  unfinished(request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    return this.#page(unfinishedTasksScript, this.#keys.free, request);
  }

  async all({ cursor, limit }: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    const after = cursor === undefined ? { createdAt: 0, id: '' } : positionOf(cursor);
    if (after === undefined) return undefined;
    const values = [this.#keys.prefix, String(after.createdAt), after.id, String(limit + 1)];
    const found = placedRecordsOf(await this.#connection.run(allTasksScript, [this.#keys.ends], values));
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const nextCursor = last && found.length > limit ? cursorOf({ createdAt: last.at, id: last.place }) : undefined;
    return { records: page.map(({ record }) => record), nextCursor };
  }

  async #page(script: Script, index: string, { cursor, limit }: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    const after = cursor === undefined ? undefined : positionOf(cursor);
    if (cursor !== undefined && after === undefined) return undefined;
    // One more than asked for tells whether there are more.
    const values = [this.#keys.prefix, after === undefined ? '-' : `(${placeOf(after)}`, String(limit + 1)];
    const found = recordsOf(await this.#connection.run(script, [index], values));
    const records = found.slice(0, limit);
    const last = records.at(-1);
    const hasMore = last !== undefined && found.length > limit;
    return {
      records,
      nextCursor: hasMore ? cursorOf({ createdAt: last.createdAt, id: digestOf(last.id) }) : undefined,
    };
  }
}
