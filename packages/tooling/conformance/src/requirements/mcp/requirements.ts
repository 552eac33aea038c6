import { authorizationRequirements } from './authorization.ts';
import { elicitationRequirements } from './elicitation.ts';
import { featureRequirements } from './features.ts';
import { initializationRequirements } from './initialization.ts';
import { messageRequirements } from './messages.ts';
import type { McpRequirement } from './requirement.ts';
import { sessionRequirements } from './sessions.ts';
import { taskRequirements } from './tasks.ts';
import { toolRequirements } from './tools.ts';
import { transportRequirements } from './transports.ts';
import { utilityRequirements } from './utilities.ts';

/** The rules of MCP 2025-11-25 and 2026-07-28 that bind a server of tools. */
export const mcpRequirements: readonly McpRequirement[] = [
  ...messageRequirements,
  ...transportRequirements,
  ...sessionRequirements,
  ...initializationRequirements,
  ...toolRequirements,
  ...featureRequirements,
  ...utilityRequirements,
  ...elicitationRequirements,
  ...taskRequirements,
  ...authorizationRequirements,
];
