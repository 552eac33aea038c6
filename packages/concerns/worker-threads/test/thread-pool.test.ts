import { expect, it, vi } from 'vitest';
import { ThreadPool } from '../src/thread-pool.ts';

const starts = vi.hoisted(() => ({ failures: 1 }));

vi.mock('../src/tool-thread.ts', () => ({
  ToolThread: class {
    readonly isAlive = false;

    constructor() {
      starts.failures -= 1;
      if (starts.failures >= 0) throw new Error('The system has no threads left.');
    }

    run = () => Promise.resolve('ran');
  },
}));

it('frees its slot when a thread cannot be started', async () => {
  const pool = new ThreadPool({
    module: import.meta.url,
    preload: undefined,
    name: 'run',
    graceMs: 1,
    maxThreads: 1,
    idleMs: 1,
  });
  const context = { signal: new AbortController().signal };
  await expect(pool.run(null, context)).rejects.toThrow('no threads left');
  expect(await pool.run(null, context)).toBe('ran');
});
