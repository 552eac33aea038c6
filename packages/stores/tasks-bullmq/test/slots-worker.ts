import process from 'node:process';
import { createPostgresTaskStore } from '@toolwire/postgres';
import { completed, createTaskCalls } from '@toolwire/tasks';
import { Pool } from 'pg';
import { bullmq, bullmqPostgres } from '../src/index.ts';
import { noteRunning } from './running-log.ts';

/** The settings of a worker with a limited tool, in its environment. */
export interface SlotsSettings {
  readonly at: { readonly url: string; readonly prefix: string } | { readonly url: string; readonly schema: string };
  readonly queue: string;
  /** The path of the log of its runs. */
  readonly log: string;
  readonly leaseMs: number;
  /** How long it takes for each call. */
  readonly ms: number;
  readonly maxRunningPerTool: number;
}

// Runs calls, and writes down which it runs.
const { at, queue, log, leaseMs, ms, maxRunningPerTool } = JSON.parse(
  process.env['PROGRAM_SETTINGS'] ?? '{}',
) as SlotsSettings;

const common = { queue, lockMs: leaseMs };

function onRedis({ url, prefix }: Extract<SlotsSettings['at'], { readonly prefix: string }>) {
  const engine = bullmq({ connection: { url }, prefix, allowEviction: true, allowUnlogged: true, ...common });
  return { engine, store: engine.store };
}

function onPostgres({ url, schema }: Extract<SlotsSettings['at'], { readonly schema: string }>) {
  const store = createPostgresTaskStore(new Pool({ connectionString: url }), { schema });
  return { store, engine: bullmqPostgres({ connection: { connectionString: url, schema }, ...common }) };
}

const parts = 'prefix' in at ? onRedis(at) : onPostgres(at);
const calls = createTaskCalls({ ...parts, leaseMs, sweepMs: 500, maxRunningPerTool });
await calls.ready();
calls.work(async ({ taskId }) => {
  noteRunning(log, { what: 'begun', taskId, pid: process.pid });
  await new Promise((resolve) => setTimeout(resolve, ms));
  noteRunning(log, { what: 'ended', taskId, pid: process.pid });
  return completed(null);
});
process.send?.('ready');
