import { requestText } from '../http/http-text.ts';

/** A raw request of MCP 2026-07-28, of a client that supports tasks. */
export function mcpRequest(method: string, params: Readonly<Record<string, unknown>>): string {
  const { body, headers } = mcpParts(method, params);
  return requestText(
    'POST',
    '/mcp',
    body,
    Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  );
}

/** The same for `fetch`. Returns the outcome. */
export async function askMcp<Result>(
  url: string,
  method: string,
  params: Readonly<Record<string, unknown>>,
): Promise<Result> {
  const { body, headers } = mcpParts(method, params);
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  const text = await response.text();
  const { result } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as { readonly result?: Result };
  if (result === undefined) throw new Error(`${method} is answered ${response.status} ${text.slice(0, 500)}`);
  return result;
}

function mcpParts(method: string, params: Readonly<Record<string, unknown>>) {
  const name = params['name'] ?? params['taskId'];
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'benchmarks', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
  };
  return {
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
    headers: {
      Accept: 'application/json, text/event-stream',
      'Mcp-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...(typeof name === 'string' && { 'Mcp-Name': name }),
    },
  };
}
