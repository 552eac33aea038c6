import { pathToFileURL } from 'node:url';
import { bundleProgram } from '@toolwire/programs';
import { expect, it } from 'vitest';
import { ThreadPool } from '../src/thread-pool.ts';

it('frees its slot when a thread cannot be started', async () => {
  const module = import.meta.url;
  // A symbol can't be sent to a thread, so the system refuses to start it.
  const preload = Symbol('preload') as never;
  const pool = new ThreadPool({ module, preload, name: 'run', maxThreads: 1 });
  const context = { signal: new AbortController().signal };
  await expect(pool.run(null, context)).rejects.toThrow('could not be cloned');
  await expect(pool.run(null, context)).rejects.toThrow('could not be cloned');
});

it('reuses the thread that returned last, so that the others stop when there are few calls', async () => {
  const module = pathToFileURL(bundleProgram(new URL('isolated-tools.ts', import.meta.url))).href;
  const pool = new ThreadPool({ module, preload: undefined, name: 'block', maxThreads: 2 });
  const context = { signal: new AbortController().signal };
  const threads: unknown[] = [];
  const run = async (ms: number): Promise<void> => void threads.push(await pool.run(ms, context));
  await Promise.all([run(1), run(100)]);
  await run(1);
  expect(threads).toEqual([expect.any(Number), expect.any(Number), threads[1]]);
  expect(threads[0]).not.toBe(threads[1]);
});
