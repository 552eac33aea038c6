import { setTimeout as wait } from 'node:timers/promises';
import type { CloseOptions } from '@toolwire/node';
import type { NestToolServer } from './options.ts';

/** How long interrupted calls may take to end, in milliseconds. */
const lastResponsesMs = 500;

/** Stops the server of an app without HTTP. Calls that run past the deadline are interrupted. `graceMs` does not apply without a load balancer. */
export async function stopWorker(
  { stop }: Pick<NestToolServer, 'stop'>,
  { deadlineMs = 8000 }: CloseOptions = {},
): Promise<void> {
  if (stop === undefined) return;
  stop.announce();
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
