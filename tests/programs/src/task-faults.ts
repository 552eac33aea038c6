import { setTimeout as wait } from 'node:timers/promises';
import { completed, createMemoryTaskEngine, createTaskCalls, createTasks, type TaskStore } from '@toolwire/tasks';
import { expect, onTestFinished } from 'vitest';
import type { ReportingProcess } from './reporting-process.ts';
import type { WorkerSettings, WorkerStep } from './task-worker.ts';
import { call, newTask, next } from './test-task.ts';

/** Starts a worker process on the store of a test. */
export type StartWorker = (settings: WorkerSettings) => Promise<ReportingProcess<WorkerStep>>;

/** Expects that operations whose responses are lost return the same results when they are repeated. */
export async function lostResponsesCase(store: TaskStore, loseNextResponse: () => void): Promise<void> {
  const task = newTask();
  loseNextResponse();
  expect(await store.create(task)).toBe(true);
  loseNextResponse();
  const claim = await store.claim(task.id, 1, 60_000);
  expect(claim).toStrictEqual({ kind: 'claimed', record: { ...next(task), fence: 1 }, lost: false });
  loseNextResponse();
  expect(await store.replace({ ...next(next(task)), fence: 1, message: 'half done' })).toBe(true);
  loseNextResponse();
  expect(await store.renew(task.id, 1, 60_000)).toBe(true);
  expect(await store.read(task.id)).toMatchObject({ version: 3, fence: 1, message: 'half done' });
  loseNextResponse();
  await store.release(task.id, 1);
  expect(await store.claim(task.id, 1, 60_000)).toMatchObject({ kind: 'claimed', lost: false });
  expect((await store.read(task.id))?.fence).toBe(2);
}

interface Restarts {
  readonly stores: readonly [TaskStore, TaskStore, TaskStore];
  /** How many calls are started. The server of the stores restarts after every 30th. */
  readonly calls: number;
  readonly stop: (earlierStops: number) => Promise<void>;
  readonly start: () => Promise<unknown>;
}

/** Expects that each started call runs once, although the server of the stores restarts. */
export async function restartedServerCase({ stores: [front, ...behind], calls, stop, start }: Restarts): Promise<void> {
  const runs: string[] = [];
  const workers = behind.map((store) =>
    createTaskCalls({ store, engine: createMemoryTaskEngine(), leaseMs: 600_000, sweepMs: 50 }).work(
      async ({ taskId, attempt, save }) => {
        runs.push(`${taskId} ${attempt}`);
        await save(1);
        await wait(20);
        return completed(taskId);
      },
    ),
  );
  onTestFinished(async () => {
    for (const worker of workers) await worker.stop();
  });
  const starter = createTaskCalls({ store: front, engine: createMemoryTaskEngine() });
  const begun: string[] = [];
  for (let n = 0; n < calls; n += 1) {
    const started = await starter.start({ owner: 'ada', call: { ...call, callId: String(n) } });
    if (started.started) begun.push(started.task.id);
    if (n % 30 === 29) {
      await stop(Math.floor(n / 30));
      const back = start();
      await wait(50);
      await back;
    }
  }
  expect(begun).toHaveLength(calls);
  const tasks = createTasks({ store: front });
  for (const id of begun) {
    expect(await tasks.result(id, 'ada')).toMatchObject({ status: 'completed', result: id });
  }
  expect(runs.sort()).toStrictEqual(begun.map((id) => `${id} 1`).sort());
}

/** Expects that the next worker runs the task of a killed one when its lease has expired, unless a retry is not safe. */
export async function killedWorkerCase(store: TaskStore, startWorker: StartWorker): Promise<void> {
  const doomed = await startWorker({ name: 'doomed', leaseMs: 1_000, waits: true });
  const task = newTask();
  const once = newTask({ call: { ...call, retrySafe: false } });
  for (const one of [task, once]) await store.create(one);
  for (const { id } of [task, once]) await doomed.until(({ taskId }) => taskId === id);
  await doomed.kill();
  const heir = await startWorker({ name: 'heir', leaseMs: 1_000, waits: false });
  const tasks = createTasks({ store });
  expect(await tasks.result(task.id, 'ada')).toMatchObject({ status: 'completed', result: 'heir' });
  expect(await tasks.result(once.id, 'ada')).toMatchObject({ status: 'failed', error: { mayHaveRun: true } });
  expect(heir.messages.filter(({ taskId }) => taskId === once.id)).toStrictEqual([]);
}

/** Expects that the writes of a worker are rejected that was paused for longer than its lease. */
export async function pausedWorkerCase(store: TaskStore, startWorker: StartWorker): Promise<void> {
  const paused = await startWorker({ name: 'paused', leaseMs: 1_000, waits: true });
  const task = newTask();
  await store.create(task);
  await paused.until(({ taskId }) => taskId === task.id);
  paused.signal('SIGSTOP');
  await startWorker({ name: 'heir', leaseMs: 1_000, waits: false });
  expect(await createTasks({ store }).result(task.id, 'ada')).toMatchObject({ result: 'heir' });
  const before = await store.read(task.id);
  paused.send('go on');
  paused.signal('SIGCONT');
  await paused.until(({ step }) => step === 'aborted');
  expect(await store.read(task.id)).toStrictEqual(before);
}
