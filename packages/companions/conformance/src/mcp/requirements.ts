import { askingRequirements } from './asking.ts';
import { authorizationRequirements } from './authorization.ts';
import { carrierRequirements } from './carriers.ts';
import { handshakeRequirements } from './handshake.ts';
import { messageRequirements } from './messages.ts';
import { offerRequirements } from './offers.ts';
import type { McpRequirement } from './requirement.ts';
import { sessionRequirements } from './sessions.ts';
import { taskRequirements } from './tasks.ts';
import { toolRequirements } from './tools.ts';
import { runningRequirements } from './while-running.ts';

/** The rules of MCP 2025-11-25 and 2026-07-28 that bind a server of tools. */
export const mcpRequirements: readonly McpRequirement[] = [
  ...messageRequirements,
  ...carrierRequirements,
  ...sessionRequirements,
  ...handshakeRequirements,
  ...toolRequirements,
  ...offerRequirements,
  ...runningRequirements,
  ...askingRequirements,
  ...taskRequirements,
  ...authorizationRequirements,
];
