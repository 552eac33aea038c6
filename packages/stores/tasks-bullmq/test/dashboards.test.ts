import { noRedisServer, type RedisServer, startRedis } from '@toolwire/programs/redis';
import { completed, createTaskCalls, type TaskObserver } from '@toolwire/tasks';
import { Queue } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bullmq } from '../src/index.ts';

// A separate Redis, because the test uses the default names.
describe.skipIf(noRedisServer !== undefined)(
  `the queue in dashboards of BullMQ${noRedisServer === undefined ? '' : `, skipped: ${noRedisServer}`}`,
  () => {
    let redis: RedisServer;
    beforeAll(async () => {
      redis = await startRedis('appendonly yes', 'maxmemory-policy noeviction');
    });
    afterAll(() => redis.remove());

    it('has the documented names and one job per turn, and delivers no turn while it is paused', async () => {
      const connection = { url: redis.url };
      const tasks = bullmq({ connection });
      const dashboard = new Queue('toolwire-tasks', { connection, prefix: '{toolwire}' });
      await dashboard.pause();
      // Each one sees the call wait, and enqueues it again.
      let sweeps = 0;
      const observe: TaskObserver['observe'] = (event) => {
        if (event.kind === 'swept' && event.queued === 1) sweeps += 1;
      };
      const calls = createTaskCalls({ store: tasks.store, engine: tasks, sweepMs: 20, observer: { observe } });
      const runs: string[] = [];
      const worker = calls.work(({ taskId }) => {
        runs.push(taskId);
        return completed(null);
      });
      try {
        await expect.poll(() => dashboard.getWorkersCount()).toBe(1);
        const call = { toolId: 'Work.Steps', toolVersion: '1.0.0', input: {}, callId: 'call-1', retrySafe: true };
        const started = await calls.start({ owner: 'ada', call });
        const id = started.started ? started.task.id : '';
        await expect.poll(() => sweeps).toBeGreaterThanOrEqual(10);
        expect((await dashboard.getJobs(['waiting'])).map((job) => job.id)).toStrictEqual([`${id}.1`]);
        expect(runs).toStrictEqual([]);
        await dashboard.resume();
        expect(await calls.result(id, 'ada')).toMatchObject({ status: 'completed' });
        expect(runs).toStrictEqual([id]);
        await expect.poll(() => dashboard.count()).toBe(0);
      } finally {
        await worker.stop();
        await dashboard.close();
        await tasks.close();
      }
    });
  },
);
