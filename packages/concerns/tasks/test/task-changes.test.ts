import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTaskChanges, type TaskChanges } from '../src/index.ts';

const versions = new Map<string, number>();
const reported: unknown[] = [];
let asked: (readonly string[])[] = [];
let changes: TaskChanges;

beforeEach(() => {
  vi.useFakeTimers();
  versions.clear();
  asked = [];
  reported.length = 0;
  changes = createTaskChanges({
    pollMs: 10,
    versionsOf: async (ids) => {
      asked.push(ids);
      if (versions.has('broken')) throw new Error('away');
      return ids.map((id) => versions.get(id));
    },
    report: (error) => reported.push(error),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

it('notifies of the first version, each change and the deletion only', async () => {
  versions.set('a', 1);
  const told = vi.fn<() => void>();
  const stop = changes.watch('a', told);
  await vi.advanceTimersByTimeAsync(35);
  expect(told).toHaveBeenCalledTimes(1);
  versions.set('a', 2);
  await vi.advanceTimersByTimeAsync(35);
  expect(told).toHaveBeenCalledTimes(2);
  versions.delete('a');
  await vi.advanceTimersByTimeAsync(35);
  expect(told).toHaveBeenCalledTimes(3);
  changes.notify('a');
  changes.notify('b');
  expect(told).toHaveBeenCalledTimes(4);
  stop();
  const before = asked.length;
  changes.notify('a');
  await vi.advanceTimersByTimeAsync(100);
  expect(told).toHaveBeenCalledTimes(4);
  expect(asked).toHaveLength(before);
});

it('polls watched tasks in batches of 500, and continues after a failed batch', async () => {
  versions.set('broken', 1);
  const told = vi.fn<() => void>();
  for (let n = 0; n < 501; n += 1) changes.watch(`${n}`, told);
  await vi.advanceTimersByTimeAsync(15);
  expect(reported).toHaveLength(1);
  versions.clear();
  versions.set('500', 1);
  asked = [];
  await vi.advanceTimersByTimeAsync(10);
  expect(asked.map(({ length }) => length)).toStrictEqual([500, 1]);
});

it('polls once per interval, also after the last watcher stopped during a poll and another one started', async () => {
  let respond: (versions: readonly number[]) => void = () => undefined;
  let polls = 0;
  const slow = createTaskChanges({
    pollMs: 10,
    versionsOf: () => {
      polls += 1;
      return polls === 1 ? new Promise((resolve) => (respond = resolve)) : Promise.resolve([1]);
    },
    report: (error) => reported.push(error),
  });
  const stop = slow.watch('a', () => undefined);
  await vi.advanceTimersByTimeAsync(10);
  stop();
  const stopNext = slow.watch('a', () => undefined);
  respond([1]);
  await vi.advanceTimersByTimeAsync(10);
  const before = polls;
  await vi.advanceTimersByTimeAsync(100);
  expect(polls - before).toBe(10);
  stopNext();
});
