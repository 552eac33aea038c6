import { describe, expect, it } from 'vitest';
import type { TaskCallsSubject } from '../src/contract/task-calls-case.ts';
import { taskCallsContract } from '../src/contract.ts';
import {
  createMemoryTaskEngine,
  createMemoryTaskStore,
  createTaskCalls,
  type TaskCalls,
  type TaskCallsOptions,
} from '../src/index.ts';

/** Simulated processes on one store and engine, with defects. */
function openSite(sabotage: Partial<TaskCallsOptions> = {}, change = (calls: TaskCalls) => calls): TaskCallsSubject {
  const [store, engine] = [createMemoryTaskStore(), createMemoryTaskEngine()];
  return { open: (options) => change(createTaskCalls({ store, engine, ...options, ...sabotage })) };
}

/** Defects of a store and an engine, each with the case that must fail. */
const sabotages: readonly (readonly [title: string, site: () => TaskCallsSubject])[] = [
  ['leaves a call for a worker', () => openSite({ toolWaitMs: 0 })],
  ['passes the client', () => openSite({}, forgetsClients)],
  ['limits the wait', () => openSite({}, (calls) => ({ ...calls, ...neverRuns(calls) }))],
  ['matches a repeated call', () => openSite({}, comparesVersions)],
  ['limits concurrent calls of a tool', () => openSite({ maxRunningPerTool: undefined })],
  ['limits concurrent calls of an owner', () => openSite({ maxRunningPerOwner: undefined })],
  ['runs a call again', () => openSite({}, (calls) => ({ ...calls, ...neverRestarts(calls) }))],
  ['retries an ended call', () => openSite({}, (calls) => ({ ...calls, ...startsAnew(calls) }))],
];

/** Removes an ended call before it starts it again. */
function startsAnew(calls: TaskCalls): TaskCalls {
  const call = { toolId: 'Work.Steps', toolVersion: '1.0.0', input: {}, callId: 'call', retrySafe: false };
  return {
    ...neverRuns(calls),
    work: (run) => calls.work(run),
    result: (id, owner) => calls.result(id, owner),
    admin: {
      ...calls.admin,
      retry: async (id) => {
        await calls.remove(id, 'ada');
        await calls.start({ owner: 'ada', id, call });
        return undefined;
      },
    },
  };
}

/** Never restarts an ended task. */
function neverRestarts(calls: TaskCalls): TaskCalls {
  return {
    ...neverRuns(calls),
    work: (run) => calls.work(run),
    result: (id, owner) => calls.result(id, owner),
    allowRestart: () => Promise.resolve(),
  };
}

/** Restarts an ended task with any version, for one permission of several in a row. */
function ignoresVersion(calls: TaskCalls, permission: number): TaskCalls {
  let permissions = 0;
  return {
    ...neverRuns(calls),
    work: (run) => calls.work(run),
    result: (id, owner) => calls.result(id, owner),
    allowRestart: async (id, owner, version) => {
      permissions += 1;
      const task = permissions === permission ? await calls.get(id, owner) : undefined;
      await calls.allowRestart(id, owner, task?.version ?? version);
    },
  };
}

/** Compares versions even without a requested version. */
function comparesVersions(calls: TaskCalls): TaskCalls {
  return { ...neverRuns(calls), start: (request) => calls.start({ ...request, anyVersion: false }) };
}

/** Starts calls without their client. */
function forgetsClients(calls: TaskCalls): TaskCalls {
  return {
    ...neverRuns(calls),
    start: ({ call: { client: _client, ...call }, ...request }) => calls.start({ ...request, call }),
    work: (run) => calls.work(run),
    result: (id, owner) => calls.result(id, owner),
  };
}

/** Accepts every call, and never runs it. */
function neverRuns(calls: TaskCalls): TaskCalls {
  return {
    admin: calls.admin,
    canSeal: calls.canSeal,
    ready: () => calls.ready(),
    start: (request) => calls.start(request),
    work: () => ({ stop: () => Promise.resolve() }),
    close: () => calls.close(),
    allowRestart: (id, owner, version) => calls.allowRestart(id, owner, version),
    get: (id, owner) => calls.get(id, owner),
    list: (owner, cursor) => calls.list(owner, cursor),
    cancel: (id, owner) => calls.cancel(id, owner),
    result: () => Promise.resolve(undefined),
    answer: (id, owner, answers) => calls.answer(id, owner, answers),
    remove: (id, owner) => calls.remove(id, owner),
    onChange: (id, owner, listener) => calls.onChange(id, owner, listener),
  };
}

describe('taskCallsContract', () => {
  it.each(taskCallsContract)('in memory, $title', ({ run }) => run(openSite()));

  it.each(sabotages)('notices that a call never %s', async (title, site) => {
    const found = taskCallsContract.find((one) => one.title.startsWith(title));
    await expect(found?.run(site())).rejects.toThrow(/: expected .*, got |^expected .* within 30 seconds/);
  });

  it.each([
    [1, 'whether the task stays as it is before a restart is allowed'],
    [4, 'whether the ended task stays as it is'],
  ])('notices that the version of permission %i to restart is ignored', async (permission, check) => {
    const found = taskCallsContract.find(({ title }) => title.startsWith('runs a call again'));
    await expect(found?.run(openSite({}, (calls) => ignoresVersion(calls, permission)))).rejects.toThrow(check);
  });

  it('has a defect for every case', () => {
    expect(taskCallsContract.filter(({ title }) => !sabotages.some(([start]) => title.startsWith(start)))).toEqual([]);
  });
});
