import { decideRetry, wait } from '@toolwire/retry';
import type { CallTool, ToolResult } from '../calls/tool-result.ts';
import type { SourceServer } from './model-tool-source.ts';

/**
 * Calls a tool of a server in this process, for nobody in particular: as `createCaller` does without settings. What may work with the
 * same input is tried again, as a client would (OTC-RESP-08).
 */
export async function callServer(
  server: SourceServer,
  [toolId, input, { callId = crypto.randomUUID(), signal = new AbortController().signal }]: Parameters<CallTool>,
): Promise<ToolResult> {
  const startedAt = performance.now();
  for (let number = 1; ; number++) {
    const outcome = await server.call({
      wire: 'caller',
      toolId,
      callId,
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
