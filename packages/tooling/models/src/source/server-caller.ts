import { decideRetry, wait } from '@toolwire/retry';
import type { CallTool } from '../calls/tool-caller.ts';
import type { ToolResult } from '../calls/tool-result.ts';
import type { SourceServer } from './model-tool-source.ts';

/**
 * Calls a tool of a server in this process without a principal. Unlike with `createCaller`, the caller's ID is not a key for repeated calls.
 * Retries like a client (OTC-RESP-08).
 */
export async function callServer(
  server: SourceServer,
  [toolId, input, details]: Parameters<CallTool>,
): Promise<ToolResult> {
  // All attempts have the same ID, because the tool derives the key for other services from it.
  const { callId = crypto.randomUUID(), signal = new AbortController().signal } = details;
  const startedAt = performance.now();
  for (let number = 1; ; number++) {
    const outcome = await server.call({
      wire: 'caller',
      toolId,
      callId,
      // Without a principal, calls of all users would share a key.
      callerCallId: undefined,
      input,
      traceId: undefined,
      context: { authorization: [], secrets: [] },
      lifetime: { signal },
      values: { get: (key) => key.defaultValue },
    });
    const attempt = { number, elapsedMs: performance.now() - startedAt, random: Math.random() };
    const decision = decideRetry(outcome, attempt);
    if (decision.action !== 'retry' || signal.aborted) return outcome;
    await wait(decision.afterMs, signal);
  }
}
