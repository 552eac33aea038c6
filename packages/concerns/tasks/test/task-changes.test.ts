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
