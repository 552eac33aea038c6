import { postBytes } from './requests.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A request of MCP 2026-07-28, with all client fields. */
export function modernBytes(
  method: string,
  params: Fields,
  more: { readonly id?: string; readonly meta?: Fields } = {},
) {
  const { id = 'one', meta } = more;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
    ...meta,
  };
  const name = params['name'] ?? params['taskId'];
  return postBytes('/mcp', JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta } }), [
    'Accept: application/json, text/event-stream',
    'MCP-Protocol-Version: 2026-07-28',
    `Mcp-Method: ${method}`,
    ...(typeof name === 'string' ? [`Mcp-Name: ${name}`] : []),
  ]);
}

/** A message of an earlier revision, or a batch of them. */
export function legacyBytes(message: unknown, version = '2025-11-25'): Buffer {
  return postBytes('/mcp', JSON.stringify(message), [
    'Accept: application/json, text/event-stream',
    `MCP-Protocol-Version: ${version}`,
  ]);
}

/** A call of a tool, as a message of an earlier revision. */
export function legacyCall(name: string, args: unknown, more: Fields = {}): Fields {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, ...more } };
}
