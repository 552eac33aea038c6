/** Requests that the official server and ours answer differently, and why ours is right to. */
export interface IntendedDifference {
  /** The names of the requests. */
  readonly requests: readonly string[];
  /** The answers; one that ends with `…` goes on. */
  readonly ours: string;
  readonly theirs: string;
  readonly reason: string;
}

const errorsOfTheTransport: readonly IntendedDifference[] = [
  [
    415,
    '2026: no content type',
    '2026: a content type that is not JSON',
    '2026: a content type that only begins as JSON',
  ],
  [403, '2026: an origin elsewhere', '2026: an origin that is null', '2026: an origin that is no address'],
  [403, '2026: a host elsewhere', '2025: an origin elsewhere', '2025: a host elsewhere'],
  [405, 'GET', 'PUT', 'PATCH'],
  [400, 'bytes: a result', 'bytes: an error'],
  [413, 'bytes: more than a megabyte'],
  [415, '2025: a content type that is not JSON'],
].map(([status, ...requests]) => ({
  requests: requests as readonly string[],
  ours: `${String(status)} error -32600 for no id`,
  theirs: `${String(status)} error -32000 for no id`,
  reason: 'New implementations are not to use the codes from -32000 to -32019.',
}));

/** The reference has no sessions. */
const sessions: readonly IntendedDifference[] = [
  {
    requests: ['DELETE'],
    ours: '400 error -32600 for no id',
    theirs: '405 error -32000 for no id',
    reason: 'A session can be ended here, and has to be named.',
  },
  {
    requests: ['DELETE of a session'],
    ours: '404 error -32600 for no id',
    theirs: '405 error -32000 for no id',
    reason: 'A session can be ended here, and this is none.',
  },
  {
    requests: ['2025: a session'],
    ours: '404 error -32600 for 1',
    theirs: '200 result for 1 {}',
    reason: 'A request of a session that there is not is to be answered with 404, so that its client begins anew.',
  },
];

function initialized(version: string | undefined, tools: string): string {
  return `200 result for 1 {"capabilities":{"logging":{},"tools":${tools}},"protocolVersion":"${version}","serverInfo":{"name":"edge","version":"1.0.0"}}`;
}

const added = '{"content":[{"text":"{\\"sum\\":3}","type":"text"}]';

/** Every difference that is intended; one that is not listed fails a test, and so does one that is gone. */
export const intendedDifferences: readonly IntendedDifference[] = [
  ...sessions,
  ...errorsOfTheTransport,
  {
    requests: ['2025: an Accept of streams alone'],
    ours: '406 error -32600 for 1',
    theirs: '406 error -32000 for no id',
    reason: 'The request is known by then, so its error names it; and that code is not for new implementations.',
  },
  {
    requests: ['2025: a handshake of 2024-10-07'],
    ours: initialized('2025-11-25', '{"listChanged":true}'),
    theirs: initialized('2024-10-07', '{"listChanged":true}'),
    reason: 'That was a draft before the first revision, and no client speaks it any more.',
  },
  {
    requests: [
      '2025: a handshake with a version that is a number',
      '2025: a handshake without a version',
      '2025: a handshake without client info',
      '2025: a handshake without capabilities',
      '2025: a handshake without params',
      '2025: a cursor that is a number',
      '2026: a cursor that is a number',
      '2025: an unknown log level',
      '2025: a log level that is missing',
    ],
    ours: '200 error -32602 for 1',
    theirs: '200 error -32603 for 1',
    reason: 'The parameters are wrong, and not the server.',
  },
  {
    requests: ['2026: an unknown cursor', '2026: an empty cursor'],
    ours: '200 error -32602 for 1',
    theirs:
      '200 result for 1 {"cacheScope":"public","resultType":"complete","tools":[{"description":"Adds two numbers."…',
    reason: 'An invalid cursor should be answered with -32602; the official server has no pages and reads none.',
  },
  {
    requests: ['2025: an unknown cursor'],
    ours: '200 error -32602 for 1',
    theirs: '200 result for 1 {"tools":[{"description":"Adds two numbers."…',
    reason: 'The same, in the older era.',
  },
  {
    requests: ['2026: an id with a fraction', '2025: an id with a fraction'],
    ours: '400 error -32600 for no id',
    theirs: '400 error -32600 for 1.5',
    reason: 'An id is a string or an integer; what is neither is not repeated.',
  },
  {
    requests: ['2026: an id beyond 2^53'],
    ours: '400 error -32600 for no id',
    theirs: '400 error -32600 for 1152921504606847000',
    reason: 'The number has lost its last digits on the way, so repeating it would name another request.',
  },
  {
    requests: ['2026: no method', '2026: a method that is a number', '2025: a method that is a number'],
    ours: '400 error -32600 for 1',
    theirs: '400 error -32600 for no id',
    reason: 'The id could be read, so the client learns which of its requests was wrong.',
  },
  {
    requests: ['2026: a member that messages do not have', '2026: a request that is a result as well'],
    ours: `200 result for 1 ${added},"resultType":"complete","structuredContent":{"sum":3}}`,
    theirs: '400 error -32600 for 1',
    reason:
      'What is not known is ignored: the schema of the protocol allows further members, and a method makes a request.',
  },
  {
    requests: ['2025: a member that messages do not have'],
    ours: '200 result for 1 {}',
    theirs: '400 error -32600 for 1',
    reason: 'The same, in the older era.',
  },
  {
    requests: ['bytes: a member named __proto__'],
    ours: '200 result for 1 {"cacheScope":"public","resultType":"complete","tools":[{"description":"Adds two numbers."…',
    theirs: '400 error -32600 for 1',
    reason: 'The same: it is one more member, and reaches no prototype.',
  },
  {
    requests: [
      '2026: a progress token that is true',
      '2026: a progress token that is an object',
      '2026: a progress token with a fraction',
    ],
    ours: '400 error -32602 for 1',
    theirs: '400 error -32600 for 1',
    reason: 'The message can be read; one of its parameters is wrong.',
  },
  {
    requests: ['2025: a progress token that is true'],
    ours: '200 error -32602 for 1',
    theirs: '400 error -32600 for 1',
    reason: 'The same, in the older era, which has no status for it.',
  },
  {
    requests: ['2026: an answer that is a number'],
    ours: '200 result for 1 {"inputRequests":{"user_name":{"method":"elicitation/create","params":{"message":"What is your name?","requestedSchema":{"properties":{"name":{"type":"string"}},"required":["name"],"type":"object"}}}},"requestState":"a state","resultType":"input_required"}',
    theirs:
      '200 result for 1 {"inputRequests":{"user_name":{"method":"elicitation/create","params":{"message":"What is your name?","mode":"form","requestedSchema":{"properties":{"name":{"type":"string"}},"required":["name"],"type":"object"}}}},"requestState":"a state","resultType":"input_required"}',
    reason: 'A form is what is meant when no mode is named, in every revision.',
  },
  {
    requests: ['2026: answers that are a list', '2026: answers that are null'],
    ours: '200 error -32602 for 1',
    theirs: '200 result for 1 {"content":[{"text":"An echo.","type":"text"}],"resultType":"complete"}',
    reason: 'Answers are an object; a client that sends something else should hear of it.',
  },
  {
    requests: ['2026: a content type that only ends in JSON'],
    ours: '200 result for 1 {"cacheScope":"public","resultType":"complete","tools":[{"description":"Adds two numbers."…',
    theirs: '415 error -32000 for no id',
    reason: 'The server takes every type of JSON on every wire; no page can send one across origins unasked.',
  },
  {
    requests: ['bytes: no UTF-8'],
    ours: '400 error -32700 for no id',
    theirs: '400 error -32600 for no id',
    reason: 'Bytes that are no UTF-8 are no JSON; the official server reads replacement characters in their place.',
  },
  {
    requests: ['2025: a call of 2025-03-26', '2025: a call without a version'],
    ours: `200 result for 1 ${added}}`,
    theirs: `200 result for 1 ${added},"structuredContent":{"sum":3}}`,
    reason: 'That revision has no structured content; who names no version speaks it.',
  },
  {
    requests: ['2025: an unknown version'],
    ours: '400 error -32022 for 1 {"requested":"1999-01-01","supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"]}',
    theirs: '400 error -32000 for no id',
    reason: 'The code that says so, with the versions there are.',
  },
  {
    requests: ['2025: no Accept', '2025: an Accept of JSON alone', '2025: an Accept of anything'],
    ours: '200 result for 1 {}',
    theirs: '406 error -32000 for no id',
    reason: 'The answer is JSON, which these clients take; they only miss what could be sent ahead of it.',
  },
  {
    requests: ['2025: a batch of 2025-11-25'],
    ours: '400 error -32600 for no id',
    theirs: '200 result for 1 {} result for 2 {}',
    reason: 'Batches went away with 2025-06-18.',
  },
  {
    requests: ['2025: a batch with something that is no message'],
    ours: '200 error -32600 for no id result for 1 {}',
    theirs: '400 error -32600 for no id',
    reason: 'JSON-RPC answers each part of a batch by itself.',
  },
  {
    requests: ['2025: a batch with a handshake'],
    ours: '200 error -32600 for 2 result for 1 {}',
    theirs: '400 error -32600 for no id',
    reason: 'The same: the part that does not belong there is refused, by its id.',
  },
];
