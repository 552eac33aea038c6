import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { connectionError } from '../cli-error.ts';

/** Returns a port that no server uses at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const startTimeoutMs = 60_000;
const pollIntervalMs = 50;

/** Resolves when a server responds at the port. Rejects after 60 seconds, even if a server accepts connections but never responds. */
export async function waitForServer(port: number, signal: AbortSignal): Promise<void> {
  const timeout = AbortSignal.timeout(startTimeoutMs);
  const requestSignal = AbortSignal.any([signal, timeout]);
  while (!timeout.aborted) {
    if (await hasResponse(port, requestSignal)) return;
    await setTimeout(pollIntervalMs, undefined, { signal });
  }
  throw connectionError(`No server responded at $PORT within ${startTimeoutMs / 1000} s.`);
}

async function hasResponse(port: number, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/`, { signal });
    await response.body?.cancel();
    return true;
  } catch {
    // The server does not listen yet, or the time is up.
    return false;
  }
}
