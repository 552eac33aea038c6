export { mcp } from './codec.ts';
export { connectMcp, type McpConnection, type McpOutgoing } from './connection/connect.ts';
export { createMcpResponder, type McpRequestContext, type McpResponder } from './connection/responder.ts';
export { defaultServerInfo } from './default-server-info.ts';
export { mcpRequestHeaders } from './http/request-headers.ts';
export type {
  McpAuthorization,
  McpConnectionOptions,
  McpOptions,
  McpServerInfo,
  McpServingOptions,
} from './options.ts';
export { type McpRevision, type ToldOutcome, toToolResult } from './results/to-tool-result.ts';
export { withObjectProperties } from './schema/object-properties.ts';
