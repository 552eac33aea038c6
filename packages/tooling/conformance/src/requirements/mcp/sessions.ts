import { type McpRequirement, onlyLegacy } from './requirement.ts';

/** Sessions over HTTP, which are optional. */
export const sessionRequirements: readonly McpRequirement[] = [
  {
    id: 'MCP-SESS-01',
    level: 'MUST',
    sentence: 'A session ID contains only visible ASCII characters.',
    revisions: onlyLegacy,
    source: 'https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management',
  },
  {
    id: 'MCP-SESS-02',
    level: 'MUST',
    sentence: 'The response to a request with an unknown or ended session is 404.',
    revisions: onlyLegacy,
    source: 'https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management',
  },
  {
    id: 'MCP-SESS-03',
    level: 'MUST NOT',
    sentence: 'A session ID is not used for authentication.',
    revisions: onlyLegacy,
    source: 'https://modelcontextprotocol.io/docs/tutorials/security/security_best_practices#session-hijacking',
  },
];
