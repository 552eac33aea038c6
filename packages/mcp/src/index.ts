export { mcp } from './codec.ts';
export { connectMcp, type McpConnection } from './connect.ts';
export type {
  McpAuthorization,
  McpConnectionOptions,
  McpOptions,
  McpServerInfo,
  McpServingOptions,
} from './options.ts';
export { mcpRequestHeaders } from './request-headers.ts';
export { createMcpResponder, type McpRequestContext, type McpResponder } from './responder.ts';
export { type McpRevision, type ToldOutcome, toToolResult } from './to-tool-result.ts';
