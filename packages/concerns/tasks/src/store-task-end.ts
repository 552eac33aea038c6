import { startTimer } from '@toolwire/internal';
import type { Report } from './report.ts';
import { isDatabaseFull, isStoreFull } from './store-full-error.ts';
import { failed, type TaskEnd } from './task.ts';
import type { TaskLedger } from './task-ledger.ts';
import type { TaskRecord } from './task-record.ts';
import { end } from './transitions.ts';

const unexpected: TaskEnd = failed({ message: 'The work failed unexpectedly.' }, 'The work failed unexpectedly.');

const noRoomForResultText =
  'The work was done, but its result does not fit into the task store. Wait until older tasks have expired.';
const noRoomForResult: TaskEnd = failed({ message: noRoomForResultText }, noRoomForResultText);

const databaseFullText =
  'The work was done, but its result does not fit into the task store, because the database is full.';
const databaseFull: TaskEnd = failed({ message: databaseFullText }, databaseFullText);

const noRoomToSaveText =
  'The work stopped, because its saved value does not fit into the task store. Wait until older tasks have expired.';
const noRoomToSave: TaskEnd = failed({ message: noRoomToSaveText }, noRoomToSaveText);

/** The end of a task whose work threw this error. */
function endOfThrown(error: unknown): TaskEnd {
  return isStoreFull(error) ? noRoomToSave : unexpected;
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
      if (isLast || !isDatabaseFull(error)) storable = endOfUnstorable(storable, error) ?? storable;
    }
  }
}

/** The end of a task whose value cannot be stored; `undefined` if the store failed. */
export function endOfUnstorable(value: unknown, error: unknown): TaskEnd | undefined {
  if (isStoreFull(error)) return isDatabaseFull(error) ? databaseFull : noRoomForResult;
  return isJson(value) ? undefined : unexpected;
}

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    // A circular value or a bigint; the caller already reported the error.
    return false;
  }
}

/** The task whose work runs. */
interface RunningWork {
  readonly signal: AbortSignal;
  readonly taskId: string;
}

/** Runs the work of a task, and returns its end. Work that throws has failed. */
export async function runToEnd<End>(
  run: () => End | Promise<End>,
  { signal, taskId }: RunningWork,
  report: Report,
): Promise<End | TaskEnd> {
  try {
    return await run();
  } catch (error) {
    // Aborted work is expected to fail.
    if (!signal.aborted) report(error, taskId);
    return endOfThrown(error);
  }
}
