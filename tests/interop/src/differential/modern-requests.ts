import { type EdgeRequest, envelope, modern } from './edge-request.ts';

const call = (name: string, args: unknown, difference = {}): Parameters<typeof modern>[2] => ({
  params: { name, arguments: args },
  ...difference,
});
const add = { name: 'add', arguments: { a: 1, b: 2 } };
const capabilities = (declared: unknown): ReturnType<typeof envelope> =>
  envelope({ 'io.modelcontextprotocol/clientCapabilities': declared });

/** Requests of 2026-07-28 to the methods that a tool server has. */
export const modernRequests: readonly EdgeRequest[] = [
  // Right ones, so that the rest is known to fail for its difference.
  modern('server/discover', 'server/discover'),
  modern('tools/list', 'tools/list'),
  modern('a call', 'tools/call', { params: add }),
  modern('a call with a list for a result', 'tools/call', call('squares', {})),
  modern('a call with content', 'tools/call', call('echo', {})),
  modern('a call that fails with its own message', 'tools/call', call('fail', {})),
  modern('a call that fails unexpectedly', 'tools/call', call('crash', {})),

  // tools/list
  modern('a cursor that is a number', 'tools/list', { params: { cursor: 5 } }),
  modern('an unknown cursor', 'tools/list', { params: { cursor: 'nowhere' } }),
  modern('an empty cursor', 'tools/list', { params: { cursor: '' } }),
  modern('a parameter that tools/list does not have', 'tools/list', { params: { color: 'red' } }),

  // The name and the arguments
  modern('a tool that does not exist', 'tools/call', call('nothing', {})),
  modern('a call without a name', 'tools/call', { params: { arguments: {} } }),
  modern('a call without a name, and a header with one', 'tools/call', {
    params: { arguments: {} },
    headers: { 'mcp-name': 'add' },
  }),
  modern('a name that is a number', 'tools/call', { params: { name: 7 }, headers: { 'mcp-name': '7' } }),
  modern('an empty name', 'tools/call', { params: { name: '' }, headers: { 'mcp-name': '' } }),
  modern('a name of a prototype', 'tools/call', call('__proto__', {})),
  modern('a call without arguments', 'tools/call', { params: { name: 'echo' } }),
  modern('a call without arguments that it needs', 'tools/call', { params: { name: 'add' } }),
  modern('arguments that are null', 'tools/call', call('echo', null)),
  modern('arguments that are a list', 'tools/call', call('echo', [])),
  modern('arguments that are a text', 'tools/call', call('echo', 'text')),
  modern('an argument of the wrong type', 'tools/call', call('add', { a: 'one', b: 2 })),
  modern('a missing argument', 'tools/call', call('add', { a: 1 })),
  modern('an argument too many', 'tools/call', call('add', { a: 1, b: 2, c: 3 })),
  modern('a parameter that tools/call does not have', 'tools/call', { params: { ...add, color: 'red' } }),
  modern('the 2025 way of asking for a task', 'tools/call', { params: { ...add, task: { ttl: 60_000 } } }),

  // The message
  modern('no id', 'tools/call', { params: add, message: { id: undefined } }),
  modern('an id that is null', 'tools/call', { params: add, id: null }),
  modern('an id with a fraction', 'tools/call', { params: add, id: 1.5 }),
  modern('an id that is a text', 'tools/call', { params: add, id: 'one' }),
  modern('an empty id', 'tools/call', { params: add, id: '' }),
  modern('an id that is zero', 'tools/call', { params: add, id: 0 }),
  modern('an id below zero', 'tools/call', { params: add, id: -7 }),
  modern('an id beyond 2^53', 'tools/call', { params: add, id: 2 ** 60 }),
  modern('an id that is true', 'tools/call', { params: add, id: true }),
  modern('an id that is an object', 'tools/call', { params: add, id: { a: 1 } }),
  modern('no jsonrpc', 'tools/call', { params: add, message: { jsonrpc: undefined } }),
  modern('jsonrpc 1.0', 'tools/call', { params: add, message: { jsonrpc: '1.0' } }),
  modern('no method', 'tools/call', { params: add, message: { method: undefined } }),
  modern('a method that is a number', 'tools/call', { params: add, message: { method: 5 } }),
  modern('an empty method', '', {}),
  modern('params that are a list', 'tools/list', { params: [] }),
  modern('params that are null', 'tools/list', { params: null }),
  modern('params that are a text', 'tools/list', { params: 'text' }),
  modern('no params', 'tools/list', { message: { params: undefined } }),
  modern('a member that messages do not have', 'tools/call', { params: add, message: { color: 'red' } }),
  modern('a request that is a result as well', 'tools/call', { params: add, message: { result: {} } }),

  // The envelope
  modern('no _meta', 'tools/list', { message: { params: {} } }),
  modern('_meta that is a list', 'tools/list', { meta: [] }),
  modern('_meta that is a text', 'tools/list', { meta: 'text' }),
  modern('_meta that is null', 'tools/list', { meta: null }),
  modern('an empty _meta', 'tools/list', { meta: {} }),
  modern('no version in _meta', 'tools/list', {
    meta: envelope({ 'io.modelcontextprotocol/protocolVersion': undefined }),
  }),
  modern('a version that is a number', 'tools/list', {
    meta: envelope({ 'io.modelcontextprotocol/protocolVersion': 2026 }),
  }),
  modern('no capabilities', 'tools/list', { meta: capabilities(undefined) }),
  modern('capabilities that are a list', 'tools/list', { meta: capabilities([]) }),
  modern('capabilities that are null', 'tools/list', { meta: capabilities(null) }),
  modern('a capability that is true', 'tools/list', { meta: capabilities({ elicitation: true }) }),
  modern('an unknown capability', 'tools/list', { meta: capabilities({ telepathy: {} }) }),
  modern('no client info', 'tools/list', { meta: envelope({ 'io.modelcontextprotocol/clientInfo': undefined }) }),
  modern('client info that is a text', 'tools/list', {
    meta: envelope({ 'io.modelcontextprotocol/clientInfo': 'me' }),
  }),
  modern('client info without a name', 'tools/list', {
    meta: envelope({ 'io.modelcontextprotocol/clientInfo': { version: '1' } }),
  }),
  modern('an unknown log level', 'tools/list', {
    meta: envelope({ 'io.modelcontextprotocol/logLevel': 'chatty' }),
  }),
  modern('a log level that is a number', 'tools/list', { meta: envelope({ 'io.modelcontextprotocol/logLevel': 3 }) }),
  modern('a progress token that is true', 'tools/call', { params: add, meta: envelope({ progressToken: true }) }),
  modern('a progress token that is an object', 'tools/call', { params: add, meta: envelope({ progressToken: {} }) }),
  modern('a progress token with a fraction', 'tools/call', { params: add, meta: envelope({ progressToken: 1.5 }) }),

  // The version
  modern('an unknown version', 'tools/list', {
    meta: envelope({ 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }),
    headers: { 'mcp-protocol-version': '2099-01-01' },
  }),
  modern('an old version in an envelope', 'tools/list', {
    meta: envelope({ 'io.modelcontextprotocol/protocolVersion': '2025-11-25' }),
    headers: { 'mcp-protocol-version': '2025-11-25' },
  }),
  modern('another version in the header', 'tools/list', { headers: { 'mcp-protocol-version': '2025-11-25' } }),
  modern('no version in the header', 'tools/list', { headers: { 'mcp-protocol-version': undefined } }),

  // Requests during the call
  modern('a question to a client without the capability', 'tools/call', call('ask_name', {})),
  modern(
    'a form for a client that has pages only',
    'tools/call',
    call('ask_name', {}, { meta: capabilities({ elicitation: { url: {} } }) }),
  ),
  modern('an answer that is a number', 'tools/call', {
    params: { name: 'ask_name', arguments: {}, inputResponses: { user_name: 5 } },
    meta: capabilities({ elicitation: {} }),
    headers: {},
  }),
  modern('answers that are a list', 'tools/call', {
    params: { name: 'echo', arguments: {}, inputResponses: [] },
  }),
  modern('answers that are null', 'tools/call', { params: { name: 'echo', arguments: {}, inputResponses: null } }),
  modern('a state that is a number', 'tools/call', { params: { name: 'echo', arguments: {}, requestState: 5 } }),
  modern('an unknown state', 'tools/call', {
    params: { name: 'ask_name', arguments: {}, requestState: 'made up' },
    meta: capabilities({ elicitation: {} }),
  }),

  // Other methods
  modern('initialize', 'initialize', {
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'edge', version: '1' } },
  }),
  modern('ping', 'ping'),
  modern('logging/setLevel', 'logging/setLevel', { params: { level: 'info' } }),
  modern('resources/list', 'resources/list'),
  modern('prompts/list', 'prompts/list'),
  modern('completion/complete', 'completion/complete'),
  modern('an unknown method', 'unknown/method'),
  modern('tasks/get', 'tasks/get', { params: { taskId: 'nothing' }, headers: { 'mcp-name': 'nothing' } }),
  modern('tasks/list', 'tasks/list'),
  modern('a notification', 'notifications/cancelled', { params: { requestId: 9 }, message: { id: undefined } }),
  modern('an unknown notification', 'notifications/unknown', { message: { id: undefined } }),
  modern('a notification of the other era', 'notifications/initialized', { message: { id: undefined } }),
  modern('a notification with an id', 'notifications/cancelled', { params: { requestId: 9 } }),
  modern('listening for changes', 'subscriptions/listen', {
    params: { notifications: { toolsListChanged: true } },
    take: 1,
  }),
  modern('listening for what there is not', 'subscriptions/listen', {
    params: { notifications: { promptsListChanged: true } },
    take: 1,
  }),
  modern('listening for nothing', 'subscriptions/listen', { params: { notifications: {} }, take: 1 }),
  modern('listening without a filter', 'subscriptions/listen', { take: 1 }),
  modern('listening with a filter that is a list', 'subscriptions/listen', { params: { notifications: [] }, take: 1 }),
];
