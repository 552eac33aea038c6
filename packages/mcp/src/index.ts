export { mcp } from './codec.ts';
export { connectMcp, type McpConnection } from './connect.ts';
export { mcpRequestHeaders } from './request-headers.ts';
export type {
  McpAuthorization,
  McpConnectionOptions,
  McpOptions,
  McpServerInfo,
  McpServingOptions,
} from './options.ts';
