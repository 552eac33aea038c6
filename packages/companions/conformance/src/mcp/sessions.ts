import { type McpRequirement, onlyLegacy } from './requirement.ts';

/** Sessions over HTTP, which a server may have. */
export const sessionRequirements: readonly McpRequirement[] = [
  {
    id: 'MCP-SESS-01',
    level: 'MUST',
    sentence: 'The id of a session holds visible ASCII alone.',
    revisions: onlyLegacy,
    source: 'https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management',
  },
  {
    id: 'MCP-SESS-02',
    level: 'MUST',
    sentence: 'A request of a session that there is not, or not any longer, is answered with 404.',
    revisions: onlyLegacy,
    source: 'https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management',
  },
  {
    id: 'MCP-SESS-03',
    level: 'MUST NOT',
    sentence: 'A session is no proof of who calls.',
    revisions: onlyLegacy,
    source: 'https://modelcontextprotocol.io/docs/tutorials/security/security_best_practices#session-hijacking',
  },
];
