import { attemptsOf, missingToolSince } from './claim.ts';
import type { TaskStatus } from './task.ts';
import type { TaskLedger } from './task-ledger.ts';
import { hasEnded, type TaskRecord } from './task-record.ts';
import { cancel, createRecord } from './transitions.ts';

/** A call as the operator sees it: its state, without its input, result or credentials. */
export interface AdminTask {
  readonly id: string;
  /** Omitted for anonymous callers. */
  readonly owner?: string;
  readonly status: TaskStatus;
  /** The progress or final message that the owner sees. */
  readonly message?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly ttlMs: number;
  readonly toolId: string;
  readonly toolVersion: string;
  readonly callId: string;
  /** How often it was started; 0 while it waits for its first worker. */
  readonly attempts: number;
  /** Since when it waits for a worker with its tool, in milliseconds since 1970. */
  readonly lacksToolSince?: number;
  /** Whether it runs again after a worker crash. */
  readonly retrySafe: boolean;
}

/** Which calls to list. */
interface AdminListRequest {
  /** Only calls with this status. */
  readonly status?: TaskStatus | undefined;
  /** The cursor of the previous page. */
  readonly cursor?: string | undefined;
}

/** A page of calls. It may be short or empty, and still have a next page. */
interface AdminPage {
  readonly tasks: readonly AdminTask[];
  /** The cursor of the next page; omitted on the last one. */
  readonly nextCursor?: string | undefined;
}

/** The calls of all owners, for the operator. */
export interface TaskAdmin {
  /** Returns a page of calls; `undefined` for an invalid cursor. */
  list(request?: AdminListRequest): Promise<AdminPage | undefined>;
  /** Cancels a running call in any process; does nothing to an ended one. `undefined` if it does not exist. */
  cancel(id: string): Promise<AdminTask | undefined>;
  /**
   * Runs an ended call again as a new task, and returns it; `undefined` if there is no ended call with this ID. The task gets a new ID,
   * unless the ID derives from the call ID: then it stays the same, so that the caller finds it.
   */
  retry(id: string): Promise<AdminTask | undefined>;
}

const pageSize = 100;
/** The most store pages that are read for one page of a status. */
const maxPages = 10;

export function createTaskAdmin(
  ledger: TaskLedger,
  now: () => number,
  enqueue: (record: TaskRecord) => Promise<void>,
): TaskAdmin {
  const { store } = ledger;
  return {
    async list({ status, cursor } = {}) {
      let from = cursor;
      for (let pageCount = 1; ; pageCount += 1) {
        const page = await store.all({ cursor: from, limit: pageSize, status });
        if (page === undefined) return undefined;
        const tasks = page.records
          .filter((record) => status === undefined || record.status === status)
          .flatMap(adminTask);
        const { nextCursor } = page;
        if (tasks.length > 0 || nextCursor === undefined || pageCount === maxPages) return { tasks, nextCursor };
        from = nextCursor;
      }
    },
    async cancel(id) {
      const record = await ledger.update(id, cancel);
      return record && adminTask(record)[0];
    },
    async retry(id) {
      const record = await store.read(id);
      if (record?.call === undefined || !hasEnded(record)) return undefined;
      const { owner, share, ttlMs, call } = record;
      const isGenerated = generatedId.test(id);
      const again = { ...createRecord(isGenerated ? crypto.randomUUID() : id, owner, ttlMs, now(), share), call };
      if (!isGenerated) await store.remove(id);
      const isStored = await store.create(again);
      if (!isStored) throw new Error(`The task store is full, so the call of task '${id}' can't run again.`);
      await enqueue(again);
      return adminTask(again)[0];
    },
  };
}

const generatedId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Returns nothing for in-process work, which has no call. */
function adminTask(record: TaskRecord): AdminTask[] {
  const { id, owner, status, message, createdAt, updatedAt, ttlMs, call } = record;
  if (call === undefined) return [];
  const { toolId, toolVersion, callId, retrySafe } = call;
  const lacksToolSince = missingToolSince(record);
  return [
    {
      id,
      ...(owner !== null && { owner }),
      status,
      ...(message !== undefined && { message }),
      createdAt,
      updatedAt,
      ttlMs,
      toolId,
      toolVersion,
      callId,
      attempts: attemptsOf(record),
      ...(lacksToolSince !== undefined && { lacksToolSince }),
      retrySafe,
    },
  ];
}
