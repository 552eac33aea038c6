import { connectionRequirements } from './connections.ts';
import { featureRequirements } from './features.ts';
import { interactionRequirements } from './interactions.ts';
import type { McpRequirement } from './requirement.ts';

/** The rules of MCP 2025-11-25 and 2026-07-28 that bind a server of tools. */
export const mcpRequirements: readonly McpRequirement[] = [
  ...connectionRequirements,
  ...featureRequirements,
  ...interactionRequirements,
];
