import { startTimer } from '@toolwire/internal';
import type { Report } from '../access/report.ts';
import type { TaskLedger } from '../access/task-ledger.ts';
import { failed, type TaskEnd } from '../record/task.ts';
import type { TaskRecord } from '../record/task-record.ts';
import { end } from '../record/transitions.ts';
import { isDatabaseFull, isStoreFull, type StoreFullError } from '../store/store-full-error.ts';

const unexpected: TaskEnd = failed({ message: 'The work failed unexpectedly.' }, 'The work failed unexpectedly.');

/** Why a task failed whose values do not fit into the store. */
const noRoomTexts = {
  result: 'The work was done, but its result does not fit into the task store',
  saved: 'The work stopped, because its saved value does not fit into the task store',
  requests: 'The work stopped, because its request for input does not fit into the task store',
} as const;

function endWithoutRoom(value: keyof typeof noRoomTexts, error: StoreFullError): TaskEnd {
  const advice = isDatabaseFull(error) ? ', because the database is full.' : '. Wait until older tasks have expired.';
  const text = `${noRoomTexts[value]}${advice}`;
  return failed({ message: text }, text);
}

/**
 * Runs the work of a task, and returns its end. Work that throws has failed: its error is only reported, because the owner of the task
 * must not see internals. `stores` is what the work itself stores: its saved value, or its requests for input.
 */
export async function runToEnd<End>(
  run: () => End | Promise<End>,
  stores: 'saved' | 'requests',
  { signal, taskId }: { readonly signal: AbortSignal; readonly taskId: string },
  report: Report,
): Promise<End | TaskEnd> {
  try {
    return await run();
  } catch (error) {
    // Aborted work is expected to fail.
    if (!signal.aborted) report(error, taskId);
    return isStoreFull(error) ? endWithoutRoom(stores, error) : unexpected;
  }
}

/** The end of a task whose result or requests for input cannot be stored; `undefined` if the store failed. */
export function endOfUnstorable(kind: 'result' | 'requests', value: unknown, error: unknown): TaskEnd | undefined {
  if (isStoreFailure(value, error)) return undefined;
  return isStoreFull(error) ? endWithoutRoom(kind, error) : unexpected;
}

/** Whether the store failed, rather than the value: the value is JSON, and the store is not full. */
export function isStoreFailure(value: unknown, error: unknown): boolean {
  return !isStoreFull(error) && isJson(value);
}

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    // A circular value or a bigint; the caller already reported the error.
    return false;
  }
}

/** The delay before an end is stored again, in milliseconds. A store that doesn't respond has already taken its timeout. */
const retryMs = 1_000;

/** How long a worker may store an end again. */
export interface StoreRetries {
  /** Aborts when another worker may have the task. */
  readonly signal: AbortSignal;
  /** How long after the first failure, in milliseconds. */
  readonly forMs: number;
}

/**
 * Stores the end of a task. After a cancellation it changes nothing: an ended task stays ended. If the store fails, it tries once more, and
 * then for as long as `retries` allows: the work is done, and must not count as a crash because of an outage (TASK-28).
 * Returns the record afterwards; `undefined` if the end could not be stored, or the task does not exist anymore.
 */
export async function storeTaskEnd(
  id: string,
  taskEnd: TaskEnd,
  { ledger, report }: { readonly ledger: TaskLedger; readonly report: Report },
  retries?: StoreRetries,
): Promise<TaskRecord | undefined> {
  let storable = taskEnd;
  let retriesEndAt: number | undefined;
  let isLast = false;
  for (;;) {
    try {
      return await ledger.update(id, end(storable));
    } catch (error) {
      const isFirst = retriesEndAt === undefined;
      if (isFirst || isLast) report(error, id);
      if (isLast) return undefined;
      if (!isFirst) await new Promise<void>((resolve) => void startTimer(retryMs, resolve));
      retriesEndAt ??= performance.now() + (retries?.forMs ?? 0);
      isLast = retries === undefined || retries.signal.aborted || performance.now() >= retriesEndAt;
      // A full database may have space again while there are retries.
      if (isLast || !isDatabaseFull(error)) storable = endOfUnstorable('result', storable, error) ?? storable;
    }
  }
}
