import { type EdgeRequest, legacy, raw } from './edge-request.ts';

const add = { name: 'add', arguments: { a: 1, b: 2 } };
const clientInfo = { name: 'edge', version: '1.0.0' };
const initialize = (name: string, params: unknown, version?: string): EdgeRequest =>
  legacy(name, 'initialize', { params, headers: { 'mcp-protocol-version': version } });
const handshake = (protocolVersion: unknown): object => ({ protocolVersion, capabilities: {}, clientInfo });
const batch = (name: string, version: string | undefined, ...messages: readonly object[]): EdgeRequest =>
  raw(`2025: ${name}`, {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(version === undefined ? {} : { 'mcp-protocol-version': version }),
    },
    body: JSON.stringify(messages),
  });
const ping = (id: unknown): object => ({ jsonrpc: '2.0', id, method: 'ping' });
const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };

/** Requests of the revisions up to 2025-11-25. */
export const legacyRequests: readonly EdgeRequest[] = [
  initialize('a handshake of 2025-11-25', handshake('2025-11-25')),
  initialize('a handshake of 2025-06-18', handshake('2025-06-18')),
  initialize('a handshake of 2025-03-26', handshake('2025-03-26')),
  initialize('a handshake of 2024-11-05', handshake('2024-11-05')),
  initialize('a handshake of 2024-10-07', handshake('2024-10-07')),
  initialize('a handshake of an unknown version', handshake('1999-01-01')),
  initialize('a handshake of 2026-07-28', handshake('2026-07-28')),
  initialize('a handshake with a version that is a number', handshake(2025)),
  initialize('a handshake without a version', { capabilities: {}, clientInfo }),
  initialize('a handshake without client info', { protocolVersion: '2025-11-25', capabilities: {} }),
  initialize('a handshake without capabilities', { protocolVersion: '2025-11-25', clientInfo }),
  initialize('a handshake without params', undefined),
  initialize('a handshake with a version in the header', handshake('2025-11-25'), '2025-11-25'),

  legacy('the end of the handshake', 'notifications/initialized', { message: { id: undefined } }),
  legacy('ping', 'ping'),
  legacy('ping with params', 'ping', { params: { color: 'red' } }),
  legacy('tools/list', 'tools/list'),
  legacy('tools/list with empty params', 'tools/list', { params: {} }),
  legacy('a cursor that is a number', 'tools/list', { params: { cursor: 5 } }),
  legacy('an unknown cursor', 'tools/list', { params: { cursor: 'nowhere' } }),
  legacy('a call', 'tools/call', { params: add }),
  legacy('a call with a list for a result', 'tools/call', { params: { name: 'squares', arguments: {} } }),
  legacy('a call with content', 'tools/call', { params: { name: 'echo' } }),
  legacy('a call that fails with its own message', 'tools/call', { params: { name: 'fail' } }),
  legacy('a call that fails unexpectedly', 'tools/call', { params: { name: 'crash' } }),
  legacy('a tool that does not exist', 'tools/call', { params: { name: 'nothing' } }),
  legacy('a call without a name', 'tools/call', { params: { arguments: {} } }),
  legacy('a call without params', 'tools/call'),
  legacy('a name that is a number', 'tools/call', { params: { name: 7 } }),
  legacy('arguments that are null', 'tools/call', { params: { name: 'echo', arguments: null } }),
  legacy('arguments that are a list', 'tools/call', { params: { name: 'echo', arguments: [] } }),
  legacy('an argument of the wrong type', 'tools/call', { params: { name: 'add', arguments: { a: 'one', b: 2 } } }),
  legacy('a call of 2025-06-18', 'tools/call', {
    params: { name: 'squares' },
    headers: { 'mcp-protocol-version': '2025-06-18' },
  }),
  legacy('a call of 2025-03-26', 'tools/call', {
    params: add,
    headers: { 'mcp-protocol-version': '2025-03-26' },
  }),
  legacy('a call without a version', 'tools/call', { params: add, headers: { 'mcp-protocol-version': undefined } }),
  legacy('an unknown version', 'tools/list', { headers: { 'mcp-protocol-version': '1999-01-01' } }),
  legacy('a version of the other era without its envelope', 'tools/list', {
    headers: { 'mcp-protocol-version': '2026-07-28' },
  }),
  legacy('a question to a client that cannot answer', 'tools/call', { params: { name: 'ask_name' } }),

  legacy('an id that is null', 'ping', { id: null }),
  legacy('an id with a fraction', 'ping', { id: 1.5 }),
  legacy('an id that is a text', 'ping', { id: 'one' }),
  legacy('an id that is true', 'ping', { id: true }),
  legacy('no jsonrpc', 'ping', { message: { jsonrpc: undefined } }),
  legacy('jsonrpc 1.0', 'ping', { message: { jsonrpc: '1.0' } }),
  legacy('a method that is a number', 'ping', { message: { method: 5 } }),
  legacy('params that are a list', 'ping', { params: [] }),
  legacy('params that are null', 'ping', { params: null }),
  legacy('_meta that is a list', 'ping', { params: { _meta: [] } }),
  legacy('a progress token that is true', 'tools/call', { params: { ...add, _meta: { progressToken: true } } }),
  legacy('a member that messages do not have', 'ping', { message: { color: 'red' } }),

  legacy('an unknown method', 'unknown/method'),
  legacy('resources/list', 'resources/list'),
  legacy('prompts/list', 'prompts/list'),
  legacy('tasks/list', 'tasks/list'),
  legacy('server/discover', 'server/discover'),
  legacy('a log level', 'logging/setLevel', { params: { level: 'info' } }),
  legacy('an unknown log level', 'logging/setLevel', { params: { level: 'chatty' } }),
  legacy('a log level that is missing', 'logging/setLevel'),
  legacy('an unknown notification', 'notifications/unknown', { message: { id: undefined } }),
  legacy('a cancellation', 'notifications/cancelled', { params: { requestId: 9 }, message: { id: undefined } }),
  legacy('a cancellation of nothing', 'notifications/cancelled', { message: { id: undefined } }),
  legacy('a result', 'ping', { message: { method: undefined, result: {} } }),
  legacy('an error', 'ping', { message: { method: undefined, error: { code: -1, message: 'no' } } }),

  legacy('no Accept', 'ping', { headers: { accept: undefined } }),
  legacy('an Accept of JSON alone', 'ping', { headers: { accept: 'application/json' } }),
  legacy('an Accept of streams alone', 'ping', { headers: { accept: 'text/event-stream' } }),
  legacy('an Accept of anything', 'ping', { headers: { accept: '*/*' } }),
  legacy('a content type that is not JSON', 'ping', { headers: { 'content-type': 'text/plain' } }),
  legacy('a session', 'ping', { headers: { 'mcp-session-id': 'abc' } }),
  legacy('an origin elsewhere', 'ping', { headers: { origin: 'http://evil.example.com' } }),
  legacy('a host elsewhere', 'ping', { headers: { host: 'evil.example.com' } }),

  batch('a batch of 2025-03-26', '2025-03-26', ping(1), ping(2)),
  batch('a batch of 2025-11-25', '2025-11-25', ping(1), ping(2)),
  batch('a batch without a version', undefined, ping(1), ping(2)),
  batch('a batch of one', '2025-03-26', ping(1)),
  batch('a batch of notifications', '2025-03-26', notification, notification),
  batch('a batch of a request and a notification', '2025-03-26', ping(1), notification),
  batch('a batch with an unknown method', '2025-03-26', ping(1), { jsonrpc: '2.0', id: 2, method: 'unknown/method' }),
  batch('a batch with something that is no message', '2025-03-26', ping(1), { color: 'red' }),
  batch('a batch with a handshake', '2025-03-26', ping(1), {
    jsonrpc: '2.0',
    id: 2,
    method: 'initialize',
    params: handshake('2025-03-26'),
  }),
  batch('a batch of nothing', '2025-03-26'),
];
