import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresTaskStore, migrate } from '@toolwire/postgres';
import { bundleProgram } from '@toolwire/programs';
import { anyPostgres, noPostgres } from '@toolwire/programs/postgres';
import { anyRedis, noRedis } from '@toolwire/programs/redis';
import { type ReportingProcess, startReporting } from '@toolwire/programs/reporting-process';
import { createTaskCalls, type TaskCall, type TaskCallsOptions } from '@toolwire/tasks';
import { Pool } from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bullmq, bullmqPostgres, migrateBullmq } from '../src/index.ts';
import { openIoredis } from './clients.ts';
import { mostAtOnce, noteRunning, readRunning } from './running-log.ts';
import type { SlotsSettings } from './slots-worker.ts';

const program = bundleProgram(new URL('./slots-worker.ts', import.meta.url));

const leftOver: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const tidyUp of leftOver.splice(0).reverse()) await tidyUp();
});

interface Site {
  readonly at: SlotsSettings['at'];
  readonly parts: Pick<TaskCallsOptions, 'store' | 'engine'>;
}

async function onRedis(queue: string): Promise<Site> {
  const redis = await anyRedis();
  leftOver.push(() => redis.remove());
  const [url, prefix] = [redis.url, `{toolwire-test-${randomUUID()}}`];
  const looker = openIoredis(url);
  leftOver.push(async () => {
    const keys = await looker.keys(`${prefix}*`);
    if (keys.length > 0) await looker.del(keys);
    looker.disconnect();
  });
  const engine = bullmq({ connection: { url }, prefix, queue, allowEviction: true, allowUnlogged: true });
  leftOver.push(() => engine.close());
  return { at: { url, prefix }, parts: { engine, store: engine.store } };
}

async function onPostgres(queue: string): Promise<Site> {
  const postgres = await anyPostgres();
  leftOver.push(() => postgres.remove());
  const [url, schema] = [postgres.url, `toolwire_test_${randomUUID().replaceAll('-', '')}`];
  const pool = new Pool({ connectionString: url });
  pool.on('error', () => undefined);
  leftOver.push(() => pool.end());
  await migrateBullmq(pool, { schema });
  await migrate(pool, { schema });
  leftOver.push(() => pool.query(`DROP SCHEMA ${schema} CASCADE`));
  const engine = bullmqPostgres({ connection: { connectionString: url, schema }, queue });
  leftOver.push(() => engine.close());
  return { at: { url, schema }, parts: { engine, store: createPostgresTaskStore(pool, { schema }) } };
}

const call: TaskCall = { toolId: 'Work.Steps', toolVersion: '1.0.0', input: {}, callId: 'call', retrySafe: true };

describe.each([
  ['Redis', noRedis, onRedis],
  ['PostgreSQL, a preview', noPostgres, onPostgres],
] as const)('several workers on BullMQ with %s', (_where, missing, open) => {
  it.skipIf(missing !== undefined && !process.env['CI'])(
    `TASK-31: respect the limit of concurrent calls of a tool, and free the slots of a killed worker${missing === undefined ? '' : `, skipped: ${missing}`}`,
    async () => {
      const queue = randomUUID();
      const folder = await mkdtemp(join(tmpdir(), 'slots-'));
      leftOver.push(() => rm(folder, { recursive: true }));
      const log = join(folder, 'log');
      const { at, parts } = await open(queue);
      const web = createTaskCalls(parts);
      await web.ready();
      const ids: string[] = [];
      for (let n = 0; n < 16; n += 1) {
        const started = await web.start({ owner: 'ada', call });
        if (started.started) ids.push(started.task.id);
      }
      const settings: SlotsSettings = { at, queue, log, leaseMs: 2_000, ms: 100, maxRunningPerTool: 3 };
      const workers: ReportingProcess<never>[] = [];
      for (let n = 0; n < 3; n += 1) workers.push(await startReporting<never>(program, settings));
      leftOver.push(() => Promise.all(workers.map(({ kill }) => kill())));
      const begun = () => readRunning(log).filter(({ what }) => what === 'begun');
      await vi.waitFor(() => expect(begun().length).toBeGreaterThan(3));
      const doomed = workers.find(({ pid }) => begun().at(-1)?.pid === pid);
      await doomed?.kill();
      // When its leases expire, other workers take its slots.
      for (const run of begun()) if (run.pid === doomed?.pid) noteRunning(log, { ...run, what: 'killed' });
      for (const id of ids) expect(await web.result(id, 'ada')).toMatchObject({ status: 'completed' });
      expect(mostAtOnce(readRunning(log))).toBeLessThanOrEqual(3);
    },
  );
});
