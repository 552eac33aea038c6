import { firstPosition, readTaskPage, type TaskPageRequest, type TaskRecordPage } from '@toolwire/tasks';
import { shortDigest } from './digests.ts';
import type { RetryingConnection } from './retrying-connection.ts';
import type { Script } from './script.ts';
import { memberOf, type TaskKeys } from './task-keys.ts';
import { indexedRecordsOf, recordsOf } from './task-records.ts';
import { allTasksScript, taskPageScript, unfinishedTasksScript } from './task-scripts.ts';

/** Reads pages of tasks from the indexes on Redis. */
export class TaskPages {
  readonly #connection: RetryingConnection;
  readonly #keys: TaskKeys;

  constructor(connection: RetryingConnection, keys: TaskKeys) {
    this.#connection = connection;
    this.#keys = keys;
  }

  list(owner: string | null, request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    return this.#page(taskPageScript, this.#keys.tasksOf(owner), request);
  }

  unfinished(request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    return this.#page(unfinishedTasksScript, this.#keys.runnable, request);
  }

  /** Only the expiry index has all tasks, so a position is an expiry and a member. */
  all(request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    return readTaskPage(request, async (after, limit) => {
      const expiresAt = after === firstPosition ? 0 : after.createdAt;
      const values = [this.#keys.prefix, String(expiresAt), after.id, String(limit)];
      const records = indexedRecordsOf(await this.#connection.run(allTasksScript, [this.#keys.expiry], values));
      return records.map(({ record, expiresAt: createdAt, member: id }) => ({ record, position: { createdAt, id } }));
    });
  }

  #page(script: Script, index: string, request: TaskPageRequest): Promise<TaskRecordPage | undefined> {
    return readTaskPage(request, async (after, limit) => {
      const start = after === firstPosition ? '-' : `(${memberOf(after)}`;
      const values = [this.#keys.prefix, start, String(limit)];
      const records = recordsOf(await this.#connection.run(script, [index], values));
      return records.map((record) => ({
        record,
        position: { createdAt: record.createdAt, id: shortDigest(record.id) },
      }));
    });
  }
}
