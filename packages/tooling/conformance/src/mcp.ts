import { connectionRequirements } from './requirements/mcp/connections.ts';
import { featureRequirements } from './requirements/mcp/features.ts';
import { interactionRequirements } from './requirements/mcp/interactions.ts';
import type { McpRequirement } from './requirements/mcp/requirement.ts';

export type { McpRequirement, McpRequirementId } from './requirements/mcp/requirement.ts';

/** The rules of MCP 2025-11-25 and 2026-07-28 that bind a server of tools. */
export const mcpRequirements: readonly McpRequirement[] = [
  ...connectionRequirements,
  ...featureRequirements,
  ...interactionRequirements,
];
