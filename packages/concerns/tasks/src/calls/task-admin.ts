import { checkChoice, type OperatorTask, type TaskStatus, taskStatuses } from '@toolwire/internal';
import type { TaskLedger } from '../access/task-ledger.ts';
import { attemptsOf, missingToolSince } from '../record/claim.ts';
import { hasEnded, type TaskRecord } from '../record/task-record.ts';
import { cancelRecord, createRecord, retryRecord, type Transition } from '../record/transitions.ts';

/** Which calls to list. */
interface AdminListRequest {
  /** Only calls with this status. */
  readonly status?: TaskStatus | undefined;
  /** The cursor of the previous page. */
  readonly cursor?: string | undefined;
}

/** A page of calls. It may be short or empty, and still have a next page. */
interface AdminPage {
  readonly tasks: readonly OperatorTask[];
  /** The cursor of the next page; omitted on the last one. */
  readonly nextCursor?: string | undefined;
}

/** The calls of all owners, for the operator. */
export interface TaskAdmin {
  /** Returns a page of calls; `undefined` for an invalid cursor. Rejects for an unknown status. */
  list(request?: AdminListRequest): Promise<AdminPage | undefined>;
  /** Cancels a running call in any process; does nothing to an ended one. `undefined` if there is no call with this ID. */
  cancel(id: string): Promise<OperatorTask | undefined>;
  /**
   * Runs an ended call again, and returns its task; `undefined` if there is no ended call with this ID. The task is a new one with a new
   * ID. If the ID derives from the call ID, the task stays the same, with its TTL, so that the caller finds it.
   */
  retry(id: string): Promise<OperatorTask | undefined>;
}

const pageSize = 100;
/** The most store pages that are read for one page of a status. */
const maxPages = 10;

export function createTaskAdmin(ledger: TaskLedger, enqueue: (record: TaskRecord) => Promise<void>): TaskAdmin {
  const { store } = ledger;
  return {
    async list({ status, cursor } = {}) {
      if (status !== undefined) checkChoice('status', status, taskStatuses);
      let from = cursor;
      for (let pageCount = 1; ; pageCount += 1) {
        const page = await store.all({ cursor: from, limit: pageSize, status });
        if (page === undefined) return undefined;
        const tasks = page.records
          .filter((record) => status === undefined || record.status === status)
          .map(operatorTaskOf)
          .filter((task) => task !== undefined);
        const { nextCursor } = page;
        if (tasks.length > 0 || nextCursor === undefined || pageCount === maxPages) return { tasks, nextCursor };
        from = nextCursor;
      }
    },
    async cancel(id) {
      const record = await ledger.update(id, cancelCall);
      return record && operatorTaskOf(record);
    },
    async retry(id) {
      const ended = await store.read(id);
      if (ended?.call === undefined || !hasEnded(ended)) return undefined;
      // Only a task whose ID derives from its call ID has a start token. A generated ID is never repeated, so its task is copied.
      const again = ended.startToken === undefined ? await startCopy(ended) : await startNextTurn(ended);
      if (again === undefined) return undefined;
      await enqueue(again);
      return operatorTaskOf(again);
    },
  };

  async function startCopy({ id, owner, ttlMs, share, call }: TaskRecord): Promise<TaskRecord> {
    const copy = { ...createRecord(crypto.randomUUID(), owner, ttlMs, Date.now(), share), ...(call && { call }) };
    if (await store.create(copy)) return copy;
    throw new Error(`The task store is full, so the call of task '${id}' can't run again.`);
  }

  /** Returns `undefined` if another operator or the caller was first. */
  async function startNextTurn(ended: TaskRecord): Promise<TaskRecord | undefined> {
    const startToken = crypto.randomUUID();
    const started = await ledger.update(ended.id, retryRecord(startToken), ended);
    return started?.startToken === startToken ? started : undefined;
  }
}

/** Cancels a call, but not in-process work: the operator sees only calls. */
const cancelCall: Transition = (record, now) => (record.call === undefined ? undefined : cancelRecord(record, now));

/** Returns `undefined` for in-process work, which has no call. */
function operatorTaskOf(record: TaskRecord): OperatorTask | undefined {
  const { id, owner, status, message, createdAt, updatedAt, ttlMs, call } = record;
  if (call === undefined) return undefined;
  const { toolId, toolVersion, callId, retrySafe } = call;
  const lacksToolSince = missingToolSince(record);
  return {
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
  };
}
