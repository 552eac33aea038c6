import { everyRevision, type McpRequirement, onlyModern } from './requirement.ts';

/** Questions of a tool to whoever calls it. */
export const askingRequirements: readonly McpRequirement[] = [
  {
    id: 'MCP-ASK-01',
    level: 'MUST NOT',
    sentence: 'Nothing is asked for that the client has not declared.',
    revisions: everyRevision,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow',
  },
  {
    id: 'MCP-ASK-02',
    level: 'MUST',
    sentence: 'An answer that asks has questions, a state, or both.',
    revisions: onlyModern,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow',
  },
  {
    id: 'MCP-ASK-03',
    level: 'MUST',
    sentence: 'The questions of an answer have keys of their own.',
    revisions: onlyModern,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow',
  },
  {
    id: 'MCP-ASK-04',
    level: 'MUST',
    sentence:
      'A state that comes back is taken for an attacker’s: one that was not made here, or for another call, is refused.',
    revisions: onlyModern,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow',
  },
  {
    id: 'MCP-ASK-05',
    level: 'MUST NOT',
    sentence: 'Only calls of tools, prompts and resources ask.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#supported-requests',
  },
  {
    id: 'MCP-ASK-06',
    level: 'MUST',
    sentence: 'Questions are bound to the client and the user they were put to.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#security-considerations',
  },
  {
    id: 'MCP-ASK-07',
    level: 'MUST',
    sentence: 'A question that is declined, cancelled or never answered is dealt with.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#error-handling',
  },
  {
    id: 'MCP-URL-01',
    level: 'MUST',
    sentence: 'A question that sends a person to a page has a message and a valid address.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-requests',
  },
];
