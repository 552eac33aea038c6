export { mcp } from './codec.ts';
export { connectMcp, type McpConnection, type McpOutgoing } from './connection/connect.ts';
export { createMcpResponder, type McpRequestContext, type McpResponder } from './connection/responder.ts';
export { mcpRequestHeaders } from './http/request-headers.ts';
export { type McpRevision, type ToldOutcome, toToolResult } from './results/to-tool-result.ts';
export { withObjectProperties } from './schema/object-properties.ts';
export { defaultServerInfo } from './settings/default-server-info.ts';
export type {
  McpAuthorization,
  McpConnectionOptions,
  McpOptions,
  McpServerInfo,
  McpServingOptions,
} from './settings/options.ts';
export type { McpSessions } from './settings/session-options.ts';
