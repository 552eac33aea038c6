import { readFailureFields } from '@toolwire/internal';
import type { Json } from '../json.ts';
import { pollMs, wait } from './mcp-answer.ts';
import type { Run } from './run.ts';
import { type Received, type SentRequest, send } from './send.ts';

/**
 * Sends a call over Open Tool Calling or Arcade. While the server responds that the call is still running, sends it again with the same
 * call ID, which does not start the tool again.
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
