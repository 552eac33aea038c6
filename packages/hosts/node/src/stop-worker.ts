import { setTimeout as wait } from 'node:timers/promises';
import type { StopSteps } from '@toolwire/core/wire';
import { checkShutdownTimes, defaultDeadlineMs, lastResponsesMs } from './shutdown-times.ts';

/**
 * Stops a server without HTTP, such as a worker. Calls that run past the deadline are interrupted, and continue in another process if that
 * is safe. There is no grace period, because no load balancer sends calls. Throws for a deadline that is too long for a timer.
 */
export function stopWorker(stop: StopSteps, deadlineMs: number = defaultDeadlineMs): Promise<void> {
  checkShutdownTimes({ deadlineMs });
  return stopWithin(stop, deadlineMs);
}

async function stopWithin(stop: StopSteps, deadlineMs: number): Promise<void> {
  stop.refuse();
  const idle = stop.idle();
  if (await endsWithin(idle, deadlineMs)) return;
  stop.interrupt();
  await endsWithin(idle, lastResponsesMs);
}

async function endsWithin(work: Promise<void>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  try {
    return await Promise.race([work.then(() => true), wait(ms, false, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}
