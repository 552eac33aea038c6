import { setTimeout } from 'node:timers/promises';
import { NotDelivered } from '../cli-error.ts';

/** How a request waits for a server that is down. */
interface RetryOptions {
  readonly signal: AbortSignal;
  /** Called before each retry. */
  readonly onRetry?: (error: NotDelivered) => void;
}

const firstStepMs = 100;
const maxStepMs = 2000;
const maxTotalWaitMs = 20_000;

/** Retries a request that the server did not receive, until the server is back or the time is up. */
export async function retryWhileDown<Answer>(
  send: () => Promise<Answer>,
  { signal, onRetry }: RetryOptions,
): Promise<Answer> {
  let waitedMs = 0;
  let isFirst = true;
  for (let waitMs = firstStepMs; ; waitMs = Math.min(2 * waitMs, maxStepMs)) {
    try {
      return await send();
    } catch (thrown) {
      if (!(thrown instanceof NotDelivered) || signal.aborted || waitedMs >= maxTotalWaitMs) throw thrown;
      // A server that lost the session is running, so a new session starts immediately.
      if (!thrown.isSessionOver || !isFirst) {
        await setTimeout(waitMs, undefined, { signal });
        waitedMs += waitMs;
      }
      isFirst = false;
      onRetry?.(thrown);
    }
  }
}
