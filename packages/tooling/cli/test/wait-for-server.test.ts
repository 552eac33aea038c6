import { createServer } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { freePort, waitForServer } from '../src/git/listing-of-ref.ts';

afterEach(() => vi.restoreAllMocks());

it('stops waiting for a server that accepts connections but never responds', async () => {
  const timeoutOf = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeoutOf(200));
  const port = await freePort();
  const silent = createServer().listen(port, '127.0.0.1');
  try {
    const waiting = waitForServer(port, new AbortController().signal);
    await expect(waiting).rejects.toThrow('No server responded at $PORT within 60 s.');
  } finally {
    silent.close();
  }
});
