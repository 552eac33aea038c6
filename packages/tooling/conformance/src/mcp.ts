export type { McpRequirement, McpRequirementId, McpRevision, McpSection } from './requirements/mcp/requirement.ts';
export { mcpRequirements } from './requirements/mcp/requirements.ts';
