import process from 'node:process';
import { completed, createMemoryTaskEngine, createTaskCalls } from '@toolwire/tasks';
import { createPostgresTaskStore } from '../src/index.ts';
import { openPool } from './databases.ts';

/** The settings of a worker, in its environment. */
export interface WorkerSettings {
  readonly url: string;
  readonly schema: string;
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
const settings = JSON.parse(process.env['PROGRAM_SETTINGS'] ?? '{}') as WorkerSettings;
const { url, schema, name, leaseMs, waits } = settings;
const store = createPostgresTaskStore(openPool(url).pool, { schema, pollMs: 50 });
const released = waits ? new Promise<void>((resolve) => process.once('message', () => resolve())) : Promise.resolve();
const say = (step: WorkerStep): void => void process.send?.(step);
const calls = createTaskCalls({ store, engine: createMemoryTaskEngine(), leaseMs, sweepMs: 100 });
calls.work(async ({ taskId, attempt, save, signal }) => {
  say({ taskId, attempt, step: 'begun' });
  await released;
  await save(name).catch(() => undefined);
  say({ taskId, attempt, step: signal.aborted ? 'aborted' : 'ended' });
  return completed(name);
});
process.send?.('ready');
