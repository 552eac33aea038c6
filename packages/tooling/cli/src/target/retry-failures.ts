import { setTimeout } from 'node:timers/promises';
import type { CallResult } from '@toolwire/client';
import { safeLine } from '../terminal/terminal-text.ts';
import type { ConnectionSettings } from './connection-settings.ts';

const stepMs = 250;
const maxWaitMs = 60_000;

/** Repeats a call while its failure is retryable. The Open Tool Calling client has its own retries. */
export async function retryFailures(
  attempts: number,
  run: (attempt: number) => Promise<CallResult>,
  { note, signal }: Pick<ConnectionSettings, 'note' | 'signal'>,
): Promise<CallResult> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await run(attempt);
    if (result.kind !== 'failed' || attempt >= attempts) return result;
    // A failure that needs changed input is not retried with the same input.
    const { canRetry, additionalPromptContent, retryAfterMs = stepMs * attempt, message } = result.failure;
    if (!canRetry || additionalPromptContent !== undefined || retryAfterMs > maxWaitMs) return result;
    note(`retrying in ${Math.ceil(retryAfterMs)} ms: ${safeLine(message)}\n`);
    await setTimeout(retryAfterMs, undefined, { signal });
  }
}
