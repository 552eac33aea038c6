import process from 'node:process';
import { completed, createMemoryTaskEngine, createTaskCalls } from '@toolwire/tasks';
import { createClient } from 'redis';
import { createRedisTaskStore } from '../src/index.ts';

/** The settings of a worker, in its environment. */
export interface WorkerSettings {
  readonly redisUrl: string;
  readonly prefix: string;
  readonly name: string;
  readonly leaseMs: number;
  /** Whether each call waits for a message of the parent process. */
  readonly waits: boolean;
}

/** A message of a worker about a call. */
export interface WorkerStep {
  readonly taskId: string;
  readonly attempt: number;
  readonly step: 'begun' | 'ended' | 'aborted';
}

// Reports each step to the parent process, and waits for its message.
const { redisUrl, prefix, name, leaseMs, waits } = JSON.parse(
  process.env['PROGRAM_SETTINGS'] ?? '{}',
) as WorkerSettings;
const client = createClient({ url: redisUrl });
client.on('error', () => undefined);
await client.connect();
const store = createRedisTaskStore(client, { prefix, pollMs: 50 });
const released = waits ? new Promise<void>((resolve) => process.once('message', () => resolve())) : Promise.resolve();
const calls = createTaskCalls({ store, engine: createMemoryTaskEngine(), leaseMs, sweepMs: 100 });
calls.work(async ({ taskId, attempt, save, signal }) => {
  process.send?.({ taskId, attempt, step: 'begun' });
  await released;
  await save(name).catch(() => undefined);
  process.send?.({ taskId, attempt, step: signal.aborted ? 'aborted' : 'ended' });
  return completed(name);
});
process.send?.('ready');
