import { startTimer } from '@toolwire/internal';
import type { Report } from '../access/report.ts';
import type { TaskLedger } from '../access/task-ledger.ts';
import type { TaskEnd } from '../record/task.ts';
import type { TaskRecord } from '../record/task-record.ts';
import { end } from '../record/transitions.ts';
import { isDatabaseFull } from '../store/store-full-error.ts';
import { endOfUnstorable } from './end-of-error.ts';

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
