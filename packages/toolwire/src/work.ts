import { setTimeout as wait } from 'node:timers/promises';
import type { CloseOptions } from '@toolwire/node';
import type { ToolServer } from '@toolwire/server';

/** A process that runs calls which are kept as tasks, and serves nobody. */
export interface Working {
  /** Takes no more calls, lets those that run end within the deadline, and gives back those that may be run again. */
  close(options?: Pick<CloseOptions, 'deadlineMs'>): Promise<void>;
}

const lastWordsMs = 500;

/** Stops working without losing a call: what has not ended by the deadline is interrupted, and goes on in another process where it may. */
export async function stopWorking({ stop }: Pick<ToolServer, 'stop'>, deadlineMs: number): Promise<void> {
  stop.announce();
  stop.refuse();
  const deadline = setTimeout(() => stop.interrupt(), deadlineMs);
  const patience = new AbortController();
  try {
    const limit = wait(deadlineMs + lastWordsMs, undefined, { signal: patience.signal });
    // It is ended by whatever comes first.
    limit.catch(() => undefined);
    await Promise.race([stop.idle(), limit]);
  } finally {
    clearTimeout(deadline);
    patience.abort();
  }
}
