import { expect, it } from 'vitest';
import { ThreadPool } from '../src/thread-pool.ts';

it('frees its slot when a thread cannot be started', async () => {
  const module = import.meta.url;
  // A symbol can't be sent to a thread, so the system refuses to start it.
  const preload = Symbol('preload') as never;
  const pool = new ThreadPool({ module, preload, name: 'run', terminateAfterMs: 1, maxThreads: 1 });
  const context = { signal: new AbortController().signal };
  await expect(pool.run(null, context)).rejects.toThrow('could not be cloned');
  await expect(pool.run(null, context)).rejects.toThrow('could not be cloned');
});
