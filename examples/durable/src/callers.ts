import { setTimeout as wait } from 'node:timers/promises';
import { post, read } from '@toolwire-examples/verify';

/** Asks again and again until the answer is one to go on with. */
export async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await wait(100);
  }
  throw new Error('Nothing has come of it within a minute.');
}

/** The outcome of a call over Open Tool Calling, repeated with the same ID until it has ended. */
export async function outcomeOf(
  url: string,
  call: { readonly id: string; readonly tool: string; readonly input: object },
) {
  return until(async () => {
    const answer = await begin(url, call);
    return read(answer, 'result.error.retry_after_ms') === undefined ? answer : undefined;
  });
}

/** Calls a tool over Open Tool Calling, once. */
export function begin(
  url: string,
  { id, tool, input }: { readonly id: string; readonly tool: string; readonly input: object },
) {
  return post(`${url}/tools/call`, { request: { tool_id: tool, call_id: id, input } });
}

/** Sends a request of MCP 2026-07-28, as a client that takes tasks and can be asked. */
export async function mcp(url: string, method: string, params: Readonly<Record<string, unknown>>): Promise<unknown> {
  const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} }, elicitation: {} };
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    'mcp-name': String(params['name'] ?? params['taskId']),
  };
  const answer = await post(`${url}/mcp`, { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }, headers);
  return read(answer, 'result');
}
