export type { McpRequirement, McpRequirementId, McpRevision, McpSection } from './mcp/requirement.ts';
export { mcpRequirements } from './mcp/requirements.ts';
