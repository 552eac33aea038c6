import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { createTaskCalls, type Delivery, type TaskEngine } from '@toolwire/tasks';
import { taskCallsContract, taskEngineContract } from '@toolwire/tasks/contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SqliteTasks } from '../src/index.ts';
import { drivers } from './drivers.ts';
import { newFile } from './task-folder.ts';
import { call, newRecord, openTasks } from './test-store.ts';

/** An engine that is given its turns by one process, and whose worker is in another. */
function acrossProcesses(here: TaskEngine, there: TaskEngine): TaskEngine {
  return {
    ready: () => here.ready(),
    enqueue: (turn) => here.enqueue(turn),
    work: (run) => there.work(run),
  };
}

describe.each(drivers)('the engine of createSqliteTasks, on $name', ({ open }) => {
  it.each(taskEngineContract)('$title', async ({ run }) => {
    const path = newFile();
    const openEngine = (): TaskEngine => openTasks(path, { open }).engine;
    await run(openEngine(), openEngine());
  });

  it.each(taskEngineContract)('$title, in another process', async ({ run }) => {
    const path = newFile();
    const options = { open };
    const [here, there] = [openTasks(path, options).engine, openTasks(path, options).engine];
    await run(acrossProcesses(here, there), acrossProcesses(there, here));
  });

  // Each step waits for the disk, which others may keep busy for a long time.
  it.each(taskCallsContract)('with its store, $title', async ({ run }) => {
    const path = newFile();
    await run({
      open: (options) => {
        const { store, engine } = openTasks(path, { open });
        return createTaskCalls({ store, engine, ...options });
      },
    });
  });

  it('delivers a returned turn to any worker, and not always to the same one', async () => {
    const path = newFile();
    const engines = [openTasks(path, { open }).engine, openTasks(path, { open }).engine];
    const counts = [0, 0];
    await Promise.all(engines.map((engine) => engine.ready()));
    const all = new Promise<void>((resolve) => {
      for (const [index, engine] of engines.entries()) {
        engine.work(async () => {
          counts[index] = (counts[index] ?? 0) + 1;
          if ((counts[0] ?? 0) + (counts[1] ?? 0) < 30) return { againInMs: 50 + Math.random() * 100 };
          resolve();
          return 'settled';
        });
      }
    });
    await engines[0]?.enqueue({ taskId: 'task', turn: 1 });
    await all;
    expect(Math.min(...counts)).toBeGreaterThan(3);
  });

  it('respects the limit of concurrent deliveries', async () => {
    const { engine } = openTasks(newFile(), { open, maxRunning: 2 });
    for (let index = 0; index < 20; index += 1) await engine.enqueue({ taskId: String(index), turn: 1 });
    let [running, most, ended] = [0, 0, 0];
    const all = new Promise<void>((resolve) => {
      engine.work(async () => {
        running += 1;
        most = Math.max(most, running);
        await wait(5);
        running -= 1;
        ended += 1;
        if (ended === 20) resolve();
        return 'settled';
      });
    });
    await all;
    expect(most).toBe(2);
  });

  it('delivers a stored call even if it was never enqueued (TASK-09)', async () => {
    const path = newFile();
    const [web, worker] = [openTasks(path, { open }), openTasks(path, { open })];
    const seen: string[] = [];
    worker.engine.work(async ({ taskId }) => {
      seen.push(taskId);
      return 'settled';
    });
    const record = newRecord({ call });
    await web.store.create(record);
    await web.store.create(newRecord());
    await vi.waitFor(() => expect(seen).toStrictEqual([record.id]));
  });

  it('does not block the event loop, however many turns are due', async () => {
    const path = newFile();
    const { engine } = openTasks(path, { open });
    await Promise.all(Array.from({ length: 200 }, (_, index) => engine.enqueue({ taskId: String(index), turn: 1 })));
    let turns = 0;
    const turn = setInterval(() => (turns += 1), 0);
    let ended = 0;
    await new Promise<void>((resolve) => {
      engine.work(async () => {
        ended += 1;
        if (ended === 200) resolve();
        return 'settled';
      });
    });
    clearInterval(turn);
    expect(turns).toBeGreaterThan(1);
  });

  it('delivers to one of many workers', async () => {
    const path = newFile();
    const seen: string[] = [];
    const all = Array.from({ length: 4 }, () => openTasks(path, { open, maxRunning: 3 }));
    for (const { engine } of all) {
      engine.work(async ({ taskId }) => {
        seen.push(taskId);
        return 'settled';
      });
    }
    const ids = Array.from({ length: 100 }, (_, index) => String(index));
    await Promise.all(ids.map(async (taskId, index) => all[index % 4]?.engine.enqueue({ taskId, turn: 1 })));
    await vi.waitFor(() => expect(seen.length).toBeGreaterThanOrEqual(100));
    await Promise.all(all.map((one) => one.close()));
    expect(seen.sort()).toStrictEqual(ids.sort());
  });

  it('delivers a running turn to no other worker, however long it takes', async () => {
    // Time advances only in the test, up to the pending timers.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'hrtime'] });
    onTestFinished(() => void vi.useRealTimers());
    const path = newFile();
    const leaseMs = 1_500;
    const deliveries: AbortSignal[] = [];
    let end = (): void => undefined;
    const ended = new Promise<'settled'>((resolve) => {
      end = () => resolve('settled');
    });
    const both = [1, 2].map(() => openTasks(path, { open, lockMs: leaseMs }));
    const workers = both.map(({ engine }) =>
      engine.work(({ signal }) => {
        deliveries.push(signal);
        return ended;
      }),
    );
    await both[0]?.engine.enqueue({ taskId: 'long', turn: 1 });
    await vi.waitFor(() => expect(deliveries).toHaveLength(1));
    const database = open(path);
    onTestFinished(() => void database.close());
    const heldUntil = (): unknown => database.prepare('SELECT due_at AS until FROM turns').all()[0];
    for (let third = 0; third < 9; third += 1) {
      const before = heldUntil();
      vi.advanceTimersByTime(leaseMs / 3);
      await vi.waitFor(() => expect(heldUntil()).not.toStrictEqual(before));
    }
    end();
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(deliveries.map(({ aborted }) => aborted)).toStrictEqual([false]);
  });

  it('delivers the turns of a silent worker again, and aborts its signal when it resumes', async () => {
    // No worker reports without a request.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const path = newFile();
    const [first, second] = [openTasks(path, { open, lockMs: 300 }), openTasks(path, { open, lockMs: 60_000 })];
    const runs: ((end: 'settled') => void)[] = [];
    const takenBy = ({ engine }: SqliteTasks): Promise<Delivery> =>
      new Promise((taken) => {
        engine.work((delivery) => {
          taken(delivery);
          return new Promise((end) => runs.push(end));
        });
      });
    await first.engine.enqueue({ taskId: 'stalled', turn: 1 });
    const { signal } = await takenBy(first);
    await wait(301);
    expect((await takenBy(second)).taskId).toBe('stalled');
    expect(signal.aborted).toBe(false);
    const aborted = once(signal, 'abort');
    vi.advanceTimersByTime(100);
    await aborted;
    for (const end of runs) end('settled');
  });

  it('delivers waiting turns after the steady clock restarted', async () => {
    const path = newFile();
    const before = openTasks(path, { open });
    await before.engine.enqueue({ taskId: 'waiting', turn: 1 });
    await before.close();
    const database = open(path);
    // By a clock that had come further than this one will.
    database.exec('UPDATE turns SET due_at = due_at + 1e9');
    database.close();
    const delivered = new Promise<string>((resolve) => {
      openTasks(path, { open }).engine.work(async ({ taskId }) => {
        resolve(taskId);
        return 'settled';
      });
    });
    expect(await delivered).toBe('waiting');
  });

  it('reports background errors, and continues', async () => {
    const reported: unknown[] = [];
    const path = newFile();
    const report = (error: unknown): void => void reported.push(error);
    const { engine } = openTasks(path, { open, timeoutMs: 1, report });
    await engine.ready();
    const database = open(path);
    onTestFinished(() => void database.close());
    await engine.enqueue({ taskId: 'kept', turn: 1 });
    database.exec('BEGIN IMMEDIATE');
    const seen: string[] = [];
    engine.work(async ({ taskId }) => {
      seen.push(taskId);
      return 'settled';
    });
    await vi.waitFor(() => expect(reported).not.toStrictEqual([]));
    expect(reported[0]).toMatchObject({ name: 'LockedError' });
    expect(seen).toStrictEqual([]);
    database.exec('COMMIT');
    await vi.waitFor(() => expect(seen).toStrictEqual(['kept']));
  });

  it.each(['store', 'engine'] as const)(
    'reports background errors to the receiver of reportTo of its %s',
    async (part) => {
      const path = newFile();
      const tasks = openTasks(path, { open, timeoutMs: 1 });
      const report = vi.fn();
      tasks[part].reportTo?.(report);
      await tasks.ready();
      const database = open(path);
      onTestFinished(() => void database.close());
      await tasks.engine.enqueue({ taskId: 'kept', turn: 1 });
      database.exec('BEGIN IMMEDIATE');
      tasks.engine.work(() => Promise.resolve('settled'));
      await vi.waitFor(() => expect(report).toHaveBeenCalledWith(expect.objectContaining({ name: 'LockedError' })));
      database.exec('COMMIT');
    },
  );

  it('delivers again if a worker could not store that it has finished', async () => {
    const path = newFile();
    const reported: unknown[] = [];
    const report = (error: unknown): void => void reported.push(error);
    const { engine } = openTasks(path, { open, timeoutMs: 1, lockMs: 100, report });
    await engine.ready();
    const database = open(path);
    onTestFinished(() => void database.close());
    let deliveries = 0;
    engine.work(async () => {
      deliveries += 1;
      if (deliveries === 1) database.exec('BEGIN IMMEDIATE');
      return 'settled';
    });
    await engine.enqueue({ taskId: 'unsettled', turn: 1 });
    await vi.waitFor(() => expect(reported).not.toStrictEqual([]));
    database.exec('COMMIT');
    await vi.waitFor(() => expect(deliveries).toBe(2));
  });
});
