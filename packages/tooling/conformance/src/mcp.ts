export type { McpRequirement, McpRequirementId } from './requirements/mcp/requirement.ts';
export { mcpRequirements } from './requirements/mcp/requirements.ts';
