/**
 * The headers that MCP clients in web pages send, for `Access-Control-Allow-Headers`; besides them there is one
 * `mcp-param-…` for each parameter that a tool marks with `x-mcp-header`.
 */
export const mcpRequestHeaders: readonly string[] = [
  'accept',
  'authorization',
  'content-type',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
];
