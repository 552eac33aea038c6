import type { CallTool } from '../calls/tool-result.ts';
import type { SourceServer } from './model-tool-source.ts';

/** Calls the tools of a server in this process, for nobody in particular: as `createCaller` does without settings. */
export function callerOfServer(server: SourceServer): CallTool {
  return (toolId, input, { callId = crypto.randomUUID(), signal = new AbortController().signal }) =>
    server.call({
      wire: 'caller',
      toolId,
      callId,
      input,
      traceId: undefined,
      context: { authorization: [], secrets: [] },
      lifetime: { signal },
      values: { get: (key) => key.defaultValue },
    });
}
