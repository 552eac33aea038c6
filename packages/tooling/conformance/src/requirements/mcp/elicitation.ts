import { everyRevision, type McpRequirement, onlyModern } from './requirement.ts';

/** Elicitation: requests for user input. */
export const elicitationRequirements: readonly McpRequirement[] = [
  {
    id: 'MCP-ASK-01',
    level: 'MUST NOT',
    sentence: 'A server sends only input requests that the client supports.',
    revisions: everyRevision,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow',
  },
  {
    id: 'MCP-ASK-02',
    level: 'MUST',
    sentence: 'An input_required result contains input requests, a state, or both.',
    revisions: onlyModern,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow',
  },
  {
    id: 'MCP-ASK-03',
    level: 'MUST',
    sentence: 'The input requests of a result have unique keys.',
    revisions: onlyModern,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow',
  },
  {
    id: 'MCP-ASK-04',
    level: 'MUST',
    sentence:
      'A returned state is untrusted. A state that this server did not create, or created for another call, is refused.',
    revisions: onlyModern,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow',
  },
  {
    id: 'MCP-ASK-05',
    level: 'MUST NOT',
    sentence: 'Only calls of tools, prompts and resources request input.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#supported-requests',
  },
  {
    id: 'MCP-ASK-06',
    level: 'MUST',
    sentence: 'Input requests are bound to their client and user.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#security-considerations',
  },
  {
    id: 'MCP-ASK-07',
    level: 'MUST',
    sentence: 'Declined, canceled and unanswered input requests are handled.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#error-handling',
  },
  {
    id: 'MCP-URL-01',
    level: 'MUST',
    sentence: 'A URL-mode input request has a message and a valid URL.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-requests',
  },
];
