import { everyRevision, type McpRequirement } from './requirement.ts';

/** MCP authorization: the server as an OAuth protected resource. */
export const authorizationRequirements: readonly McpRequirement[] = [
  {
    id: 'MCP-AUTH-01',
    level: 'MUST',
    sentence: 'The server publishes its protected resource metadata, with the authorization servers in it.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/index#overview',
  },
  {
    id: 'MCP-AUTH-02',
    level: 'MUST',
    sentence: 'A challenge or a well-known URL leads to that document.',
    revisions: everyRevision,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/authorization-server-discovery',
  },
  {
    id: 'MCP-AUTH-03',
    level: 'MUST',
    sentence: 'Only tokens that were issued for this server are accepted.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/index#token-handling',
  },
  {
    id: 'MCP-AUTH-04',
    level: 'MUST',
    sentence: 'The response to an invalid or expired token is 401.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/index#token-handling',
  },
  {
    id: 'MCP-AUTH-05',
    level: 'MUST NOT',
    sentence: 'A received token is not passed on to other services.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/index#token-handling',
  },
  {
    id: 'MCP-AUTH-06',
    level: 'MUST NOT',
    sentence: 'A token in the query is ignored.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/index#token-requirements',
  },
];
