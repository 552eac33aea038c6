import type { Json, JsonFields } from '../json.ts';

const version = '2026-07-28';

/** Sends one request of MCP 2026-07-28 outside a call. */
export async function postMcp(
  path: string,
  method: string,
  credentials: Readonly<Record<string, string>>,
): Promise<Json> {
  const meta: JsonFields = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      ...credentials,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      'mcp-method': method,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta: meta } }),
  });
  return (await response.json()) as Json;
}
