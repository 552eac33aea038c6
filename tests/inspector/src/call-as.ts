const version = '2026-07-28';

/** Calls a tool over MCP with the name of a client. Returns the status. */
export async function callAs(url: string, client: string, tool: string, input: object): Promise<number> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: client, version: '2.1.0' },
  };
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      'mcp-method': 'tools/call',
      'mcp-name': tool,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: input, _meta: meta },
    }),
  });
  await response.arrayBuffer();
  return response.status;
}
