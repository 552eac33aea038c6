import { everyRevision, type McpRequirement, onlyLegacy, onlyModern } from './requirement.ts';

/** How messages travel: over HTTP, with its headers, and over stdin and stdout. */
export const carrierRequirements: readonly McpRequirement[] = [
  {
    id: 'MCP-HTTP-01',
    level: 'MUST',
    sentence: 'There is one address, which takes POST.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http',
  },
  {
    id: 'MCP-HTTP-02',
    level: 'MUST',
    sentence: 'The Origin of every request is checked, and a foreign one is answered with 403.',
    revisions: everyRevision,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#security-endpoint',
  },
  {
    id: 'MCP-HTTP-03',
    level: 'MUST',
    sentence: 'A notification that is accepted is answered with 202 and no body.',
    revisions: everyRevision,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#sending-messages',
  },
  {
    id: 'MCP-HTTP-04',
    level: 'MUST',
    sentence: 'A notification or response that is not accepted is answered with an HTTP error.',
    revisions: everyRevision,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#sending-messages',
  },
  {
    id: 'MCP-HTTP-05',
    level: 'MUST',
    sentence: 'A request is answered with one JSON object, or with a stream of events.',
    revisions: everyRevision,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#sending-messages',
  },
  {
    id: 'MCP-HTTP-06',
    level: 'MUST',
    sentence: 'A GET is answered with a stream of events, or with 405.',
    revisions: onlyLegacy,
    source:
      'https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#listening-for-messages-from-the-server',
  },
  {
    id: 'MCP-HTTP-07',
    level: 'MUST',
    sentence: 'A message is sent on one stream only.',
    revisions: onlyLegacy,
    source: 'https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#multiple-connections',
  },
  {
    id: 'MCP-HTTP-08',
    level: 'MUST',
    sentence: 'What comes on the stream of a request, before its answer, is about that request.',
    revisions: onlyModern,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#receiving-messages',
  },
  {
    id: 'MCP-HTTP-09',
    level: 'MUST',
    sentence: 'A method that is not there is answered with 404 and -32601.',
    revisions: onlyModern,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#protocol-version-header',
  },
  {
    id: 'MCP-HEAD-01',
    level: 'MUST',
    sentence: 'An MCP-Protocol-Version that is invalid or not spoken is answered with 400.',
    revisions: everyRevision,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#protocol-version-header',
  },
  {
    id: 'MCP-HEAD-02',
    level: 'MUST',
    sentence:
      'A request whose headers differ from its body, or lack what the body has, is answered with 400 and -32020.',
    revisions: onlyModern,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-validation',
  },
  {
    id: 'MCP-HEAD-03',
    level: 'MUST',
    sentence: 'Names of headers are compared whatever their case, and encoded values are decoded first.',
    revisions: onlyModern,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#case-sensitivity',
  },
  {
    id: 'MCP-HEAD-04',
    level: 'MUST',
    sentence:
      'A header that stands for a parameter equals it, and is not expected where the parameter is null or missing.',
    revisions: onlyModern,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-behavior-for-custom-headers',
  },
  {
    id: 'MCP-HEAD-05',
    level: 'MUST',
    sentence:
      'A parameter with a header has a name that is a token and is unique, a primitive type, and a place that every input has.',
    revisions: onlyModern,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#schema-extension',
  },
  {
    id: 'MCP-STDIO-01',
    level: 'MUST',
    sentence: 'A message stands on one line.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio',
  },
  {
    id: 'MCP-STDIO-02',
    level: 'MUST NOT',
    sentence: 'Nothing but messages is written to stdout.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio',
  },
];
