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
    sentence: 'The tools that are listed do not depend on the connection, or on what was asked before.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/server/tools#capabilities',
  },
  {
    id: 'MCP-LIST-03',
    level: 'MUST',
    sentence: 'An input schema is a schema of an object, and never null.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool',
  },
  {
    id: 'MCP-LIST-04',
    level: 'MUST',
    sentence: 'Published schemas are valid in their dialect, which is 2020-12 unless they name another.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/index#schema-validation',
  },
  {
    id: 'MCP-LIST-05',
    level: 'MUST NOT',
    sentence: 'A reference to another address is not followed.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/index#ref-resolution',
  },
  {
    id: 'MCP-LIST-06',
    level: 'MUST',
    sentence: 'A listing says how long, and for whom, it may be kept.',
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
    sentence: 'A tool with an output schema answers with structured content that fits it.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/server/tools#output-schema',
  },
  {
    id: 'MCP-CALL-03',
    level: 'MUST',
    sentence: 'Access to tools is controlled, and how often they are called can be limited.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/server/tools#security-considerations',
  },
  {
    id: 'MCP-CALL-04',
    level: 'MUST',
    sentence: 'What tools return is made safe before it is sent.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/server/tools#security-considerations',
  },
];
