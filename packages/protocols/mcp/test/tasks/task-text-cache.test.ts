import type { ServiceTask } from '@toolwire/core/wire';
import { describe, expect, test, vi } from 'vitest';
import { createTaskTextCache } from '../../src/tasks/task-text-cache.ts';

const task = (id: string, version: number): ServiceTask => ({
  id,
  version,
  status: 'working',
  createdAt: 0,
  updatedAt: 0,
  ttlMs: 1,
  pollIntervalMs: 1,
});

describe('the cached message of a task', () => {
  test('is encoded once for all clients that get the same state', () => {
    const write = vi.fn(({ id, version }: ServiceTask) => ({ id, version }));
    const textOf = createTaskTextCache(write);
    const first = textOf(task('a', 1));
    expect(textOf(task('a', 1)).bytes.buffer).toBe(first.bytes.buffer);
    expect(String(textOf(task('a', 1)))).toBe(String(first));
    expect(String(first)).toBe('"id":"a","version":1');
    expect(String(textOf(task('a', 2)))).toBe('"id":"a","version":2');
    expect(String(textOf(task('b', 2)))).toBe('"id":"b","version":2');
    expect(write).toHaveBeenCalledTimes(3);
  });

  test('is correct for any number of tasks', () => {
    const textOf = createTaskTextCache(({ id }) => ({ id }));
    const held = Array.from({ length: 2500 }, (_, n) => textOf(task(`t${n}`, 1)));
    expect(held.map(String)).toEqual(held.map((_, n) => `"id":"t${n}"`));
  });
});
