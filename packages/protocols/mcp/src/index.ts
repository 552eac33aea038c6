export { connectMcp, type McpConnection } from './connect.ts';
export type { Suggestions, VisibleTo } from './definitions/definition-parts.ts';
export type { CompletionContext, McpContext } from './definitions/mcp-context.ts';
export type {
  McpAuthorization,
  McpConnectionOptions,
  McpOptions,
  McpServerInfo,
  McpServingOptions,
  McpSessions,
} from './definitions/options.ts';
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
  type UriVariables,
} from './definitions/resource-definition.ts';
export { createMcpUpdates, type McpUpdates } from './definitions/updates.ts';
export { mcp } from './routes.ts';
