import { startTimer } from '@toolwire/internal';
import type { Observe } from './shared-observer.ts';
import { hasEnded, type TaskRecord } from './task-record.ts';

/** Resolves with the record when its task has ended; `undefined` if it was deleted before. Rejects with the reason of the signal. */
export function waitForEnd(
  observe: Observe,
  { id, ttlMs }: TaskRecord,
  signal: AbortSignal | undefined,
): Promise<TaskRecord | undefined> {
  return new Promise((resolve, reject) => {
    const finish = (): void => {
      observation.stop();
      stopTimer();
      signal?.removeEventListener('abort', rejectAborted);
    };
    const rejectAborted = (): void => {
      finish();
      reject(signal?.reason);
    };
    const onRecord = (record: TaskRecord | undefined): void => {
      if (record !== undefined && !hasEnded(record)) return;
      finish();
      resolve(record);
    };
    const observation = observe(id, onRecord);
    // If the process of the work is gone, no change is reported at the TTL.
    const stopTimer = startTimer(ttlMs, () => onRecord(undefined));
    signal?.addEventListener('abort', rejectAborted, { once: true });
    if (signal?.aborted) rejectAborted();
    // Catches changes since the record was read.
    else observation.refresh();
  });
}
