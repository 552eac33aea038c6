import { fenceOf } from './claim.ts';
import { lackingSince } from './lacking-since.ts';
import type { TaskStatus } from './task.ts';
import type { TaskLedger } from './task-ledger.ts';
import { hasEnded, type TaskRecord } from './task-record.ts';
import { begin, cancel } from './transitions.ts';

/** A call as whoever runs the server sees it: what it is and how it goes, and nothing of what its caller has sent or is answered. */
export interface AdminTask {
  readonly id: string;
  /** Whose it is; left out for callers that nobody knows. */
  readonly owner?: string;
  readonly status: TaskStatus;
  /** How far it is, or how it ended, in the words that its owner reads. */
  readonly message?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly ttlMs: number;
  readonly toolId: string;
  readonly toolVersion: string;
  readonly callId: string;
  /** How often it was begun: 0 while it waits for its first worker. */
  readonly attempts: number;
  /** Since when it waits for a worker that has its tool, in milliseconds since 1970; left out where it does not. */
  readonly lacksToolSince?: number;
  /** Whether it is begun again when its worker is lost. */
  readonly retrySafe: boolean;
}

/** Which calls to list. */
export interface AdminListRequest {
  /** Those of one status alone. */
  readonly status?: TaskStatus | undefined;
  /** Where a page before ended; left out for the first. */
  readonly cursor?: string | undefined;
}

/** Some of the calls. A page may be short, or empty, and have others behind it. */
export interface AdminPage {
  readonly tasks: readonly AdminTask[];
  /** What to ask the next page with; left out on the last one. */
  readonly nextCursor?: string | undefined;
}

/** The calls of all owners, for whoever runs the server. */
export interface TaskAdmin {
  /** Lists calls, page by page; `undefined` for a cursor that is none. */
  list(request?: AdminListRequest): Promise<AdminPage | undefined>;
  /** Cancels a call that goes on, in whichever process; one that has ended stays as it is. `undefined` where there is none. */
  cancel(id: string): Promise<AdminTask | undefined>;
  /**
   * Begins a call that has ended once more, and answers the new task; `undefined` where there is none that has ended. Its id is another one, as tasks
   * never leave their end; but where it follows from the call's id it is the same, so that the caller's next question finds it.
   */
  retry(id: string): Promise<AdminTask | undefined>;
}

const listedAtOnce = 100;
/** How many pages of the store are looked through for one status. */
const pagesAtOnce = 10;

/** Makes the view of a store for whoever runs the server. */
export function createTaskAdmin(
  ledger: TaskLedger,
  now: () => number,
  enqueue: (record: TaskRecord) => Promise<void>,
): TaskAdmin {
  const { store } = ledger;
  return {
    async list({ status, cursor } = {}) {
      let from = cursor;
      for (let looked = 1; ; looked += 1) {
        const page = await store.all({ cursor: from, limit: listedAtOnce });
        if (page === undefined) return undefined;
        const tasks = page.records.filter((one) => status === undefined || one.status === status).flatMap(adminTask);
        const { nextCursor } = page;
        if (tasks.length > 0 || nextCursor === undefined || looked === pagesAtOnce) return { tasks, nextCursor };
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
      const { owner, ttlMs, call } = record;
      const isMadeUp = madeUp.test(id);
      const again = { ...begin(isMadeUp ? crypto.randomUUID() : id, owner, ttlMs, now()), call };
      if (!isMadeUp) await store.remove(id);
      if (!(await store.create(again))) throw new Error(`There is no room to begin the call of task '${id}' again.`);
      await enqueue(again);
      return adminTask(again)[0];
    },
  };
}

const madeUp = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Work that is a function of some process is that process's affair. */
function adminTask(record: TaskRecord): AdminTask[] {
  const { id, owner, status, message, createdAt, updatedAt, ttlMs, call } = record;
  if (call === undefined) return [];
  const { toolId, toolVersion, callId, retrySafe } = call;
  const lacksToolSince = lackingSince(record);
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
      attempts: fenceOf(record),
      ...(lacksToolSince !== undefined && { lacksToolSince }),
      retrySafe,
    },
  ];
}
