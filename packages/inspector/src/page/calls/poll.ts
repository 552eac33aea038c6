import { readFailureFields } from '@toolwire/internal';
import type { Json } from '../json.ts';
import type { Run } from './run.ts';
import { type Received, type SentRequest, send } from './send.ts';

/**
 * Sends a call over Open Tool Calling or Arcade. While the server responds that the call is still running, sends it again with
 * the same call ID, which does not start the tool again.
 */
export async function sendUntilEnded(
  run: Run,
  request: SentRequest,
  errorIn: (body: Json | undefined) => Json | undefined,
): Promise<Received> {
  for (;;) {
    const received = await send(run, request);
    if (received.header('call-running') !== 'true') return received;
    const { message, retryAfterMs } = readFailureFields(errorIn(received.json));
    run.task.value = { taskId: run.id, status: 'working', ...(message !== undefined && { statusMessage: message }) };
    await wait(pollMs(retryAfterMs), run.signal);
  }
}

/** Waits until the delay ends. Rejects if the call is canceled. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const cancel = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', cancel);
      resolve();
    }, ms);
    signal.addEventListener('abort', cancel, { once: true });
  });
}

/** Returns the poll interval of a task, between the limits of the page. */
export function pollMs(requestedMs: Json | undefined): number {
  return typeof requestedMs === 'number' ? Math.min(Math.max(requestedMs, 50), 5_000) : 500;
}
