import { everyRevision, type McpRequirement, onlyModern } from './requirement.ts';

/** JSON-RPC messages and their `_meta`. */
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
    sentence: 'A response has the ID of its request, unless the request was too malformed to have one.',
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
    sentence: 'A notification gets no response.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/index#notifications',
  },
  {
    id: 'MCP-RPC-05',
    level: 'MUST',
    sentence: 'Every result has a resultType.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/index#result-responses',
  },
  {
    id: 'MCP-RPC-06',
    level: 'MUST NOT',
    sentence: 'Of the error codes that are reserved for MCP, only defined and current ones are sent.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/index#error-codes',
  },
  {
    id: 'MCP-RPC-07',
    level: 'MUST NOT',
    sentence: 'A server does not send requests.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/index',
  },
  {
    id: 'MCP-RPC-08',
    level: 'MUST NOT',
    sentence: 'A request does not depend on earlier requests.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/index#statelessness',
  },
  {
    id: 'MCP-META-01',
    level: 'MUST',
    sentence: 'Keys of _meta have the format that MCP defines, and reserved keys are used as defined.',
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
      'A request that needs an undeclared client capability is refused with -32021 and the required capabilities, over HTTP with 400.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/index#meta',
  },
  {
    id: 'MCP-META-04',
    level: 'MUST',
    sentence: 'An unsupported protocol version is refused with -32022 and the supported versions.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#protocol-version-negotiation',
  },
  {
    id: 'MCP-META-05',
    level: 'MUST',
    sentence: 'Values of traceparent, tracestate and baggage have the format of their W3C specifications.',
    revisions: onlyModern,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/index#meta',
  },
];
