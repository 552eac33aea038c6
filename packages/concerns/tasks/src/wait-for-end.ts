import type { Observe } from './shared-observer.ts';
import { hasEnded, type TaskRecord } from './task-record.ts';
import { startTimer } from './timer.ts';

/** The record once its task has ended; `undefined` if it was forgotten before. Rejects with the signal's reason when that aborts. */
export function waitForEnd(
  observe: Observe,
  { id, ttlMs }: TaskRecord,
  signal: AbortSignal | undefined,
): Promise<TaskRecord | undefined> {
  return new Promise((resolve, reject) => {
    const finish = (): void => {
      observation.stop();
      stopTimer();
      signal?.removeEventListener('abort', abandon);
    };
    const abandon = (): void => {
      finish();
      reject(signal?.reason);
    };
    const see = (record: TaskRecord | undefined): void => {
      if (record !== undefined && !hasEnded(record)) return;
      finish();
      resolve(record);
    };
    const observation = observe(id, see);
    // Where the server that did the work is gone, nobody tells of the end of the task's time.
    const stopTimer = startTimer(ttlMs, () => see(undefined));
    signal?.addEventListener('abort', abandon, { once: true });
    if (signal?.aborted) abandon();
    // What has changed since the record was read.
    else observation.look();
  });
}
