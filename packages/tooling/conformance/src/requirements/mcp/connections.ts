import { everyRevision, fromPage, type McpRequirement, onlyLegacy, onlyModern } from './requirement.ts';

/** Messages, transports, sessions, initialization and authorization. */
export const connectionRequirements: readonly McpRequirement[] = [
  ...fromPage(everyRevision, 'specification/2026-07-28/basic/index', [
    ['MCP-RPC-01', 'Requests carry an id that is a string or an integer, and never null.', 'requests'],
    [
      'MCP-RPC-02',
      'A response has the ID of its request, unless the request was too malformed to have one.',
      'responses',
    ],
    ['MCP-RPC-03', 'An error has a code, which is an integer, and a message.', 'error-responses'],
    ['MCP-RPC-04', 'A notification gets no response.', 'notifications', 'MUST NOT'],
    ['MCP-META-01', 'Keys of _meta have the format that MCP defines, and reserved keys are used as defined.', 'meta'],
  ]),
  ...fromPage(onlyModern, 'specification/2026-07-28/basic/index', [
    ['MCP-RPC-05', 'Every result has a resultType.', 'result-responses'],
    [
      'MCP-RPC-06',
      'Of the error codes that are reserved for MCP, only defined and current ones are sent.',
      'error-codes',
      'MUST NOT',
    ],
    ['MCP-RPC-08', 'A request does not depend on earlier requests.', 'statelessness', 'MUST NOT'],
    [
      'MCP-META-02',
      'A request without its protocol version or client capabilities is refused with -32602, over HTTP with 400.',
      'meta',
    ],
    [
      'MCP-META-03',
      'A request that needs an undeclared client capability is refused with -32021 and the required capabilities, over HTTP with 400.',
      'meta',
    ],
    [
      'MCP-META-05',
      'Values of traceparent, tracestate and baggage have the format of their W3C specifications.',
      'meta',
    ],
  ]),
  ...fromPage(onlyModern, 'specification/2026-07-28/basic/patterns/index', [
    ['MCP-RPC-07', 'A server does not send requests.', '', 'MUST NOT'],
  ]),
  ...fromPage(onlyModern, 'specification/2026-07-28/basic/versioning', [
    [
      'MCP-META-04',
      'An unsupported protocol version is refused with -32022 and the supported versions.',
      'protocol-version-negotiation',
    ],
  ]),
  ...fromPage(everyRevision, 'specification/2026-07-28/basic/transports/streamable-http', [
    ['MCP-HTTP-01', 'There is one endpoint, which accepts POST.'],
    [
      'MCP-HTTP-02',
      'The Origin of every request is checked, and an invalid one is refused with 403.',
      'security-endpoint',
    ],
    ['MCP-HTTP-03', 'The response to an accepted notification is 202 without a body.', 'sending-messages'],
    ['MCP-HTTP-04', 'A notification or response that is not accepted gets an HTTP error.', 'sending-messages'],
    ['MCP-HTTP-05', 'The response to a request is one JSON object or an event stream.', 'sending-messages'],
    ['MCP-HEAD-01', 'An invalid or unsupported MCP-Protocol-Version is refused with 400.', 'protocol-version-header'],
  ]),
  ...fromPage(onlyLegacy, 'specification/2025-11-25/basic/transports', [
    ['MCP-HTTP-06', 'The response to a GET is an event stream or 405.', 'listening-for-messages-from-the-server'],
    ['MCP-HTTP-07', 'A message is sent on one stream only.', 'multiple-connections'],
    ['MCP-SESS-01', 'A session ID contains only visible ASCII characters.', 'session-management'],
    ['MCP-SESS-02', 'The response to a request with an unknown or ended session is 404.', 'session-management'],
  ]),
  ...fromPage(onlyModern, 'specification/2026-07-28/basic/transports/streamable-http', [
    [
      'MCP-HTTP-08',
      'Messages on the stream of a request, before its response, relate to that request.',
      'receiving-messages',
    ],
    ['MCP-HTTP-09', 'An unknown method is refused with 404 and -32601.', 'protocol-version-header'],
    [
      'MCP-HEAD-02',
      'A request is refused with 400 and -32020 if required headers are missing or differ from its body.',
      'server-validation',
    ],
    [
      'MCP-HEAD-03',
      'Header names are case-insensitive, and encoded values are decoded before they are compared.',
      'case-sensitivity',
    ],
    [
      'MCP-HEAD-04',
      'The header of a parameter equals it, and is not expected if the parameter is null or missing.',
      'server-behavior-for-custom-headers',
    ],
    [
      'MCP-HEAD-05',
      'A parameter with a header has a unique token as its header name, a primitive type, and a path that every input has.',
      'schema-extension',
    ],
  ]),
  ...fromPage(everyRevision, 'specification/2026-07-28/basic/transports/stdio', [
    ['MCP-STDIO-01', 'A message is one line.'],
    ['MCP-STDIO-02', 'Only messages are written to stdout.', '', 'MUST NOT'],
  ]),
  ...fromPage(onlyLegacy, 'docs/tutorials/security/security_best_practices', [
    ['MCP-SESS-03', 'A session ID is not used for authentication.', 'session-hijacking', 'MUST NOT'],
  ]),
  ...fromPage(onlyLegacy, 'specification/2025-11-25/basic/lifecycle', [
    ['MCP-INIT-01', 'The result of initialize contains the capabilities and the server info.', 'initialization'],
    [
      'MCP-INIT-02',
      'The response to a supported version is that version. The response to any other version is a supported one.',
      'version-negotiation',
    ],
  ]),
  ...fromPage(onlyLegacy, 'specification/2025-11-25/basic/utilities/ping', [
    ['MCP-INIT-03', 'The result of ping is empty.', 'behavior-requirements'],
  ]),
  ...fromPage(onlyModern, 'specification/2026-07-28/server/discover', [
    ['MCP-DISC-01', 'server/discover is supported.'],
  ]),
  ...fromPage(everyRevision, 'specification/2026-07-28/basic/authorization/index', [
    [
      'MCP-AUTH-01',
      'The server publishes its protected resource metadata, with the authorization servers in it.',
      'overview',
    ],
    ['MCP-AUTH-03', 'Only tokens that were issued for this server are accepted.', 'token-handling'],
    ['MCP-AUTH-04', 'The response to an invalid or expired token is 401.', 'token-handling'],
    ['MCP-AUTH-05', 'A received token is not passed on to other services.', 'token-handling', 'MUST NOT'],
    ['MCP-AUTH-06', 'A token in the query is ignored.', 'token-requirements', 'MUST NOT'],
  ]),
  ...fromPage(everyRevision, 'specification/2026-07-28/basic/authorization/authorization-server-discovery', [
    ['MCP-AUTH-02', 'A challenge or a well-known URL leads to that document.'],
  ]),
];
