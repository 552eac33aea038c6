import { everyRevision, type McpRequirement, onlyModern } from './requirement.ts';

/** JSON-RPC messages and what stands in their `_meta`. */
export const messageRequirements: readonly McpRequirement[] = [
  {
    id: 'MCP-RPC-01',
    level: 'MUST',
    sentence: 'Requests carry an id that is a string or an integer, and never null.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/index#requests',
  },
  {
    id: 'MCP-RPC-02',
    level: 'MUST',
    sentence: 'An answer carries the id of its request, unless the request was too malformed to have one.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/index#responses',
  },
  {
    id: 'MCP-RPC-03',
    level: 'MUST',
    sentence: 'An error has a code, which is an integer, and a message.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/index#error-responses',
  },
  {
    id: 'MCP-RPC-04',
    level: 'MUST NOT',
    sentence: 'A notification is not answered.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/index#notifications',
  },
  {
    id: 'MCP-RPC-05',
    level: 'MUST',
    sentence: 'Every result says its resultType.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/index#result-responses',
  },
  {
    id: 'MCP-RPC-06',
    level: 'MUST NOT',
    sentence: 'No code of the range reserved for MCP is sent but those it defines, and none of those it has retired.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/index#error-codes',
  },
  {
    id: 'MCP-RPC-07',
    level: 'MUST NOT',
    sentence: 'A server sends no requests of its own.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/index',
  },
  {
    id: 'MCP-RPC-08',
    level: 'MUST NOT',
    sentence: 'Nothing is remembered of one request for the sake of another.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/index#statelessness',
  },
  {
    id: 'MCP-META-01',
    level: 'MUST',
    sentence:
      'Keys of _meta have the form that MCP gives them, and those that it has reserved are used as it defines them.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/index#meta',
  },
  {
    id: 'MCP-META-02',
    level: 'MUST',
    sentence:
      'A request without its protocol version or client capabilities is refused with -32602, over HTTP with 400.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/index#meta',
  },
  {
    id: 'MCP-META-03',
    level: 'MUST',
    sentence:
      'What needs a capability that the client has not declared is refused with -32021 and the capabilities it takes, over HTTP with 400.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/index#meta',
  },
  {
    id: 'MCP-META-04',
    level: 'MUST',
    sentence: 'A protocol version that is not spoken is refused with -32022 and the versions that are.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#protocol-version-negotiation',
  },
  {
    id: 'MCP-META-05',
    level: 'MUST',
    sentence: 'Values of traceparent, tracestate and baggage have the form that the W3C gives them.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/index#meta',
  },
];
