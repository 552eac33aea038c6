import { setTimeout } from 'node:timers/promises';
import { NotDelivered } from '../target/mcp-connection.ts';

/** How a request waits for a server that is away. */
interface Waiting {
  readonly signal: AbortSignal;
  /** Hears why, before it is tried again. */
  readonly onAway?: (why: NotDelivered) => void;
}

const firstWaitMs = 100;
const longestWaitMs = 2000;
const patienceMs = 20_000;

/** Sends again what has reached nobody, until the server is back or has been away for too long. */
export async function whileAway<Answer>(send: () => Promise<Answer>, { signal, onAway }: Waiting): Promise<Answer> {
  let waitedMs = 0;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
    try {
      return await send();
    } catch (thrown) {
      if (!(thrown instanceof NotDelivered) || signal.aborted || waitedMs >= patienceMs) throw thrown;
      // A server that has forgotten a session is there, and begins another at once.
      if (!(thrown.isSessionOver && waitedMs === 0)) await setTimeout(waitMs, undefined, { signal });
      waitedMs += waitMs;
      onAway?.(thrown);
    }
  }
}
