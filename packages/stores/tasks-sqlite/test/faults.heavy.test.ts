import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createTaskCalls, createTasks, type Task, type TaskCall, type Tasks } from '@toolwire/tasks';
import { describe, expect, it, vi } from 'vitest';
import type { SqliteTasks } from '../src/index.ts';
import { anyDriver } from './drivers.ts';
import { type Happening, noteIn, readHistory, readLines } from './history.ts';
import { newFile } from './task-folder.ts';
import { startProcess, type TaskProcess } from './task-processes.ts';
import { call, openTasks } from './test-store.ts';

const owner = 'ada';
const leaseMs = 3_000;

interface Site {
  readonly file: SqliteTasks;
  readonly tasks: Tasks;
  readonly path: string;
  readonly history: () => ReadonlyMap<string, readonly Happening[]>;
  readonly inOrder: () => readonly Happening[];
  readonly note: (happening: Happening) => void;
  readonly start: (
    program: 'worker' | 'starter',
    limits?: { readonly maxRunningPerTool: number },
  ) => Promise<TaskProcess>;
  /** Starts a call here, and answers its id. */
  readonly call: (more: Partial<TaskCall>) => Promise<string>;
}

function openSite(): Site {
  const path = newFile();
  const history = join(dirname(path), 'history');
  const file = openTasks(path);
  const calls = createTaskCalls({ store: file.store, engine: file.engine });
  return {
    file,
    path,
    tasks: createTasks({ store: file.store }),
    history: () => readHistory(history),
    inOrder: () => readLines(history),
    note: noteIn(history),
    start: (program, limits) => startProcess(program, { path, history, leaseMs, ...limits }),
    call: async (more) => {
      const start = await calls.start({ owner, call: { ...call, ...more } });
      if (!start.started) throw new Error('The call was not started.');
      return start.task.id;
    },
  };
}

/** The unexplained events in the history of an acknowledged task, or undefined. */
function unexplained(task: Task, seen: readonly Happening[], killed: ReadonlySet<number>): string | undefined {
  const runs = seen.filter(({ what }) => what === 'begun');
  const aborted = new Set(seen.filter(({ what }) => what === 'aborted').map(({ attempt }) => attempt));
  const retrySafe = seen[0]?.retrySafe === true;
  const { attempt } = (task.result ?? {}) as { readonly attempt?: number };
  const others = runs.filter((run) => run.attempt !== attempt);
  const causeless = others.filter((run) => !killed.has(run.pid) && !aborted.has(run.attempt));
  if (causeless.length > 0) return 'a run was given up without a cause';
  if (!retrySafe && runs.length > 1) return `it ran ${runs.length} times`;
  const mayHaveRun = !retrySafe && (task.error as { readonly mayHaveRun?: boolean } | undefined)?.mayHaveRun === true;
  if (task.status === 'failed') return mayHaveRun ? undefined : 'it was to be run again';
  if (task.status !== 'completed') return `it is ${task.status}`;
  return seen.some((one) => one.what === 'ended' && one.attempt === attempt) ? undefined : 'no run has ended it';
}

/** How many tasks are run at once at most. */
function mostAtOnce(happenings: readonly Happening[]): number {
  const running = new Set<string>();
  let most = 0;
  for (const { what, taskId } of happenings) {
    if (what === 'begun') running.add(taskId);
    if (what === 'ended' || what === 'aborted') running.delete(taskId);
    most = Math.max(most, running.size);
  }
  return most;
}

describe('processes on one file', () => {
  it('run each call once, however many claim it', async () => {
    const site = openSite();
    await site.file.ready();
    const ids = await Promise.all(
      Array.from({ length: 100 }, () => site.call({ input: { steps: 1, ms: 5, deaf: false } })),
    );
    await Promise.all([site.start('worker'), site.start('worker'), site.start('worker')]);
    const ended = await Promise.all(ids.map((id) => site.tasks.result(id, owner)));
    expect(ended.filter((task) => task?.status !== 'completed')).toStrictEqual([]);
    const history = site.history();
    expect(ids.filter((id) => history.get(id)?.filter(({ what }) => what === 'begun').length !== 1)).toStrictEqual([]);
  });

  it('FAULT-01: end all acknowledged tasks when processes are killed at any moment', async () => {
    const site = openSite();
    const killed = new Set<number>();
    const running = new Map<TaskProcess, 'worker' | 'starter'>();
    const start = async (program: 'worker' | 'starter'): Promise<void> => {
      running.set(await site.start(program), program);
    };
    const kill = async (one: TaskProcess): Promise<void> => {
      killed.add(one.pid);
      running.delete(one);
      await one.kill();
    };
    const acknowledged = (): string[] =>
      [...site.history()].flatMap(([id, seen]) => (seen.some(({ what }) => what === 'acknowledged') ? [id] : []));
    await Promise.all([start('worker'), start('worker'), start('worker'), start('starter'), start('starter')]);
    while (killed.size < 12 || acknowledged().length < 120) {
      await wait(Math.random() * 300);
      const victims = [...running];
      const [victim, program] = victims[Math.floor(Math.random() * victims.length)] ?? [];
      if (victim === undefined || program === undefined) break;
      await Promise.all([kill(victim), start(program)]);
    }
    // All at once, as when the host is started anew.
    await Promise.all([...running.keys()].map(kill));
    await start('worker');

    const ids = acknowledged();
    const ended = new Map(await Promise.all(ids.map(async (id) => [id, await site.tasks.result(id, owner)] as const)));
    const history = site.history();
    const strange = ids.flatMap((id) => {
      const task = ended.get(id);
      const why = task === undefined ? 'it is lost' : unexplained(task, history.get(id) ?? [], killed);
      return why === undefined ? [] : [{ why, task, seen: history.get(id) }];
    });
    expect(strange).toStrictEqual([]);
    expect(ids.length).toBeGreaterThanOrEqual(120);
    // Of those that were killed, some had calls.
    expect([...history.values()].some((seen) => seen.filter(({ what }) => what === 'begun').length > 1)).toBe(true);
    // Nothing is left to deliver.
    const database = anyDriver.open(site.path);
    await vi.waitFor(() => expect(database.prepare('SELECT * FROM turns').all()).toStrictEqual([]));
    database.close();
  });

  it('TASK-31: respect the limit of concurrent calls of a tool, and free the slots of a killed process', async () => {
    const site = openSite();
    const limits = { maxRunningPerTool: 3 };
    await site.file.ready();
    const ids: string[] = [];
    for (let n = 0; n < 24; n += 1) ids.push(await site.call({ input: { steps: 3, ms: 30, deaf: false } }));
    const workers = await Promise.all(Array.from({ length: 3 }, () => site.start('worker', limits)));
    const begun = (): Happening[] => [...site.history().values()].flat().filter(({ what }) => what === 'begun');
    await vi.waitFor(() => expect(begun().length).toBeGreaterThan(5));
    const [doomed] = workers.filter(({ pid }) => begun().some((run) => run.pid === pid));
    await doomed?.kill();
    // Its lease runs out some time after this, and its places are another's then.
    for (const run of begun()) if (run.pid === doomed?.pid) site.note({ ...run, what: 'aborted' });
    const ended = await Promise.all(ids.map((id) => site.tasks.result(id, owner)));
    expect(ended.filter((task) => task?.status !== 'completed')).toStrictEqual([]);
    expect(mostAtOnce(site.inOrder())).toBeLessThanOrEqual(3);
    const order = [...new Set(site.inOrder().flatMap(({ what, taskId }) => (what === 'begun' ? [taskId] : [])))];
    expect(Math.max(...order.map((id, at) => at - ids.indexOf(id))), 'how many younger ones came first').toBeLessThan(
      9,
    );
  });

  it('FAULT-03: take over from a paused process, whose later writes are rejected', async () => {
    const site = openSite();
    const first = await site.start('worker');
    const id = await site.call({ input: { steps: 60, ms: 100, deaf: true } });
    const begun = (attempt: number): boolean =>
      site
        .history()
        .get(id)
        ?.some((one) => one.what === 'begun' && one.attempt === attempt) === true;
    await vi.waitFor(() => expect(begun(1)).toBe(true));
    first.signal('SIGSTOP');
    await site.start('worker');
    await vi.waitFor(() => expect(begun(2)).toBe(true));
    first.signal('SIGCONT');
    expect(await site.tasks.result(id, owner)).toMatchObject({ status: 'completed', result: { attempt: 2 } });
    const seen = site.history().get(id) ?? [];
    expect(seen.filter(({ what }) => what === 'aborted')).toMatchObject([{ attempt: 1, pid: first.pid }]);
    // It continues to its end, and its later messages are ignored.
    await vi.waitFor(() =>
      expect(site.history().get(id)).toContainEqual(expect.objectContaining({ what: 'ended', attempt: 1 })),
    );
    expect(await site.tasks.get(id, owner)).toMatchObject({ status: 'completed', result: { attempt: 2 } });
  });

  it('end a call within a second after another process canceled it', async () => {
    const site = openSite();
    await site.start('worker');
    const id = await site.call({ input: { steps: 1_000, ms: 100, deaf: false } });
    await vi.waitFor(() => expect(site.history().get(id)).toHaveLength(1));
    expect(await site.tasks.cancel(id, owner)).toMatchObject({ changed: true });
    await vi.waitFor(() => expect(site.history().get(id)).toMatchObject([{ what: 'begun' }, { what: 'aborted' }]));
    expect(await site.tasks.get(id, owner)).toMatchObject({ status: 'cancelled' });
  });
});
