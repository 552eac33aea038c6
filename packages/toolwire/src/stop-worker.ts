import { setTimeout as wait } from 'node:timers/promises';
import type { CloseOptions } from '@toolwire/node';
import type { ToolServer } from '@toolwire/server';

/** A running worker process. */
export interface WorkerProcess {
  /** Accepts no more calls, waits for the running ones until the deadline, and returns retryable ones to the queue. */
  close(options?: Pick<CloseOptions, 'deadlineMs'>): Promise<void>;
}

/** How long interrupted calls may take to end, in milliseconds. */
const lastResponsesMs = 500;

/** Stops a worker gracefully. Calls that run past the deadline are interrupted, and continue in another process if that is safe. */
export async function stopWorker({ stop }: Pick<ToolServer, 'stop'>, deadlineMs: number): Promise<void> {
  stop.announce();
  stop.refuse();
  const deadline = setTimeout(() => stop.interrupt(), deadlineMs);
  const timer = new AbortController();
  try {
    const limit = wait(deadlineMs + lastResponsesMs, undefined, { signal: timer.signal });
    // Ends with whichever comes first.
    limit.catch(() => undefined);
    await Promise.race([stop.idle(), limit]);
  } finally {
    clearTimeout(deadline);
    timer.abort();
  }
}
