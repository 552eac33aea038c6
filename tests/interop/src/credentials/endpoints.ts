/** A request that needs credentials. */
export interface Endpoint {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Whether it runs the tool. */
  readonly isCall: boolean;
}

const call = { method: 'POST', isCall: true } as const;
const look = { method: 'GET', isCall: false } as const;

const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const execution = { execution_id: 'e', tool: { toolkit: 'Vault', name: 'Open', version: '1.0.0' }, inputs: {} };
const rpc = (params: object): object => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });

/** All endpoints of a server, for every protocol. */
export const endpoints = [
  { ...call, name: 'a call over OTC', path: '/tools/call', body: { request: { tool_id: 'Vault.Open', input: {} } } },
  { ...look, name: 'the listing of OTC', path: '/tools' },
  {
    ...call,
    name: 'a call over MCP 2026-07-28',
    path: '/mcp',
    headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'Vault_Open' },
    body: rpc({ name: 'Vault_Open', arguments: {}, _meta: modernMeta }),
  },
  {
    ...call,
    name: 'a call over MCP 2025-11-25',
    path: '/mcp',
    headers: { 'mcp-protocol-version': '2025-11-25' },
    body: rpc({ name: 'Vault_Open', arguments: {} }),
  },
  { ...look, name: 'a stream of MCP', path: '/mcp', headers: { accept: 'text/event-stream' } },
  { ...call, name: 'a call over Arcade', path: '/tools/execute', body: execution },
  { ...call, name: 'a call of an Arcade worker', path: '/worker/tools/invoke', body: execution },
  { ...look, name: 'the listing of an Arcade worker', path: '/worker/tools' },
] as const satisfies readonly Endpoint[];

export type EndpointName = (typeof endpoints)[number]['name'];
