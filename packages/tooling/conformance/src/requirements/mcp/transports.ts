import { everyRevision, type McpRequirement, onlyLegacy, onlyModern } from './requirement.ts';

/** The transports: HTTP, its headers, and stdio. */
export const transportRequirements: readonly McpRequirement[] = [
  {
    id: 'MCP-HTTP-01',
    level: 'MUST',
    sentence: 'There is one endpoint, which accepts POST.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http',
  },
  {
    id: 'MCP-HTTP-02',
    level: 'MUST',
    sentence: 'The Origin of every request is checked, and an invalid one is refused with 403.',
    revisions: everyRevision,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#security-endpoint',
  },
  {
    id: 'MCP-HTTP-03',
    level: 'MUST',
    sentence: 'The response to an accepted notification is 202 without a body.',
    revisions: everyRevision,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#sending-messages',
  },
  {
    id: 'MCP-HTTP-04',
    level: 'MUST',
    sentence: 'A notification or response that is not accepted gets an HTTP error.',
    revisions: everyRevision,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#sending-messages',
  },
  {
    id: 'MCP-HTTP-05',
    level: 'MUST',
    sentence: 'The response to a request is one JSON object or an event stream.',
    revisions: everyRevision,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#sending-messages',
  },
  {
    id: 'MCP-HTTP-06',
    level: 'MUST',
    sentence: 'The response to a GET is an event stream or 405.',
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
    sentence: 'Messages on the stream of a request, before its response, relate to that request.',
    revisions: onlyModern,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#receiving-messages',
  },
  {
    id: 'MCP-HTTP-09',
    level: 'MUST',
    sentence: 'An unknown method is refused with 404 and -32601.',
    revisions: onlyModern,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#protocol-version-header',
  },
  {
    id: 'MCP-HEAD-01',
    level: 'MUST',
    sentence: 'An invalid or unsupported MCP-Protocol-Version is refused with 400.',
    revisions: everyRevision,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#protocol-version-header',
  },
  {
    id: 'MCP-HEAD-02',
    level: 'MUST',
    sentence: 'A request is refused with 400 and -32020 if required headers are missing or differ from its body.',
    revisions: onlyModern,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-validation',
  },
  {
    id: 'MCP-HEAD-03',
    level: 'MUST',
    sentence: 'Header names are case-insensitive, and encoded values are decoded before they are compared.',
    revisions: onlyModern,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#case-sensitivity',
  },
  {
    id: 'MCP-HEAD-04',
    level: 'MUST',
    sentence: 'The header of a parameter equals it, and is not expected if the parameter is null or missing.',
    revisions: onlyModern,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-behavior-for-custom-headers',
  },
  {
    id: 'MCP-HEAD-05',
    level: 'MUST',
    sentence:
      'A parameter with a header has a unique token as its header name, a primitive type, and a path that every input has.',
    revisions: onlyModern,
    source:
      'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#schema-extension',
  },
  {
    id: 'MCP-STDIO-01',
    level: 'MUST',
    sentence: 'A message is one line.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio',
  },
  {
    id: 'MCP-STDIO-02',
    level: 'MUST NOT',
    sentence: 'Only messages are written to stdout.',
    revisions: everyRevision,
    source: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio',
  },
];
