import { everyRevision, type McpRequirement, onlyModern } from './requirement.ts';

/** Listing and calling tools. */
export const toolRequirements: readonly McpRequirement[] = [
  {
    id: 'MCP-LIST-01',
    level: 'MUST',
    sentence: 'A server with tools declares the capability, and answers tools/list.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/server/tools#capabilities',
  },
  {
    id: 'MCP-LIST-02',
    level: 'MUST NOT',
    sentence: 'The listed tools do not depend on the connection or on earlier requests.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/server/tools#capabilities',
  },
  {
    id: 'MCP-LIST-03',
    level: 'MUST',
    sentence: 'An input schema describes an object, and is never null.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool',
  },
  {
    id: 'MCP-LIST-04',
    level: 'MUST',
    sentence: 'Published schemas are valid in their dialect, by default 2020-12.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/index#schema-validation',
  },
  {
    id: 'MCP-LIST-05',
    level: 'MUST NOT',
    sentence: 'References to other URLs are not resolved.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/index#ref-resolution',
  },
  {
    id: 'MCP-LIST-06',
    level: 'MUST',
    sentence: 'A listing states how long, and for whom, it may be cached.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching',
  },
  {
    id: 'MCP-CALL-01',
    level: 'MUST',
    sentence: 'Inputs are validated.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/server/tools#security-considerations',
  },
  {
    id: 'MCP-CALL-02',
    level: 'MUST',
    sentence: 'A tool with an output schema returns structured content that matches it.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/server/tools#output-schema',
  },
  {
    id: 'MCP-CALL-03',
    level: 'MUST',
    sentence: 'Access to tools is controlled, and calls can be rate-limited.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/server/tools#security-considerations',
  },
  {
    id: 'MCP-CALL-04',
    level: 'MUST',
    sentence: 'Tool outputs are sanitized.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/server/tools#security-considerations',
  },
];
