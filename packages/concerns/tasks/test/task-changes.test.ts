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

it('tells of the first look, of each change and of the end, and of nothing else', async () => {
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
  changes.tell('a');
  changes.tell('b');
  expect(told).toHaveBeenCalledTimes(4);
  stop();
  const before = asked.length;
  changes.tell('a');
  await vi.advanceTimersByTimeAsync(100);
  expect(told).toHaveBeenCalledTimes(4);
  expect(asked).toHaveLength(before);
});

it('looks for all that are watched in steps of 500, and goes on after one that has failed', async () => {
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
