import { describe, expect, it } from 'vitest';
import { type TaskCallsSubject, taskCallsContract } from '../src/contract.ts';
import {
  createMemoryTaskEngine,
  createMemoryTaskStore,
  createTaskCalls,
  type TaskCalls,
  type TaskCallsOptions,
} from '../src/index.ts';

/** Processes of which each is this one, with what is changed of them. */
function openSite(sabotage: Partial<TaskCallsOptions> = {}, change = (calls: TaskCalls) => calls): TaskCallsSubject {
  const [store, engine] = [createMemoryTaskStore(), createMemoryTaskEngine({ retryMs: 1 })];
  return { open: (options) => change(createTaskCalls({ store, engine, ...options, ...sabotage })) };
}

/** What may go wrong between a store and an engine, and the case that must notice. */
const sabotages: readonly (readonly [title: string, site: () => TaskCallsSubject])[] = [
  ['keeps a call for a worker', () => openSite({ toolWaitMs: 0 })],
  ['lets a call wait', () => openSite({}, (calls) => ({ ...calls, ...neverRuns(calls) }))],
  ['runs no more calls of a tool', () => openSite({ maxRunningPerTool: undefined })],
  ['runs no more calls of an owner', () => openSite({ maxRunningPerOwner: undefined })],
];

/** Takes every call, and never comes to its end. */
function neverRuns(calls: TaskCalls): TaskCalls {
  return {
    admin: calls.admin,
    seals: calls.seals,
    ready: () => calls.ready(),
    start: (request) => calls.start(request),
    work: () => ({ stop: () => Promise.resolve() }),
    close: () => calls.close(),
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
    await expect(found?.run(site())).rejects.toThrow(/ should be |Nobody sees|do not run at once|No call is run/);
  });

  it('has no case that nothing could fail', () => {
    expect(taskCallsContract.filter(({ title }) => !sabotages.some(([start]) => title.startsWith(start)))).toEqual([]);
  });
});
