export { mcp } from './codec.ts';
export { connectMcp, type McpConnection, type McpOutgoing } from './connection/connect.ts';
export { createMcpResponder, type McpRequestContext, type McpResponder } from './connection/responder.ts';
export type { Described } from './definitions/described.ts';
export type { McpContext, VisibleTo } from './definitions/mcp-context.ts';
export {
  type AnyPrompt,
  definePrompt,
  type PromptDefinition,
  type PromptMessage,
  type PromptMessages,
} from './definitions/prompt-definition.ts';
export {
  defineResource,
  type ResourceContent,
  type ResourceContext,
  type ResourceDefinition,
} from './definitions/resource-definition.ts';
export { createResourceUpdates, type ResourceUpdates } from './definitions/resource-updates.ts';
export type { CompletionContext, Suggestions } from './definitions/suggestions.ts';
export type { UriVariables } from './definitions/uri-variables.ts';
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
