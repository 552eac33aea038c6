import process from 'node:process';
import { createRedisTaskStore } from '@toolwire/redis';
import { completed, createTaskCalls } from '@toolwire/tasks';
import { Redis } from 'ioredis';
import { bullmq } from '../src/index.ts';

/** The settings of a worker, in its environment. */
export interface WorkerSettings {
  readonly redisUrl: string;
  readonly leaseMs: number;
  /** How long it takes for each call. */
  readonly ms: number;
}

/** A message of a worker about a run that starts. */
export interface StartedRun {
  readonly taskId: string;
  readonly attempt: number;
}

// Reports to its parent what it starts, and ends each call after a while.
const { redisUrl, leaseMs, ms } = JSON.parse(process.env['PROGRAM_SETTINGS'] ?? '{}') as WorkerSettings;
const client = new Redis(redisUrl, { maxRetriesPerRequest: null });
client.on('error', () => undefined);
const store = createRedisTaskStore(client, { timeoutMs: 60_000 });
const engine = bullmq({ connection: client, lockMs: leaseMs });
const calls = createTaskCalls({ store, engine, leaseMs, sweepMs: 500 });
calls.work(async ({ taskId, attempt, save, signal }) => {
  process.send?.({ taskId, attempt });
  await new Promise((resolve) => setTimeout(resolve, ms));
  signal.throwIfAborted();
  await save(attempt);
  return completed(attempt);
});
process.send?.('ready');
