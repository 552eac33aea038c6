import { type EdgeRequest, envelope, modern, raw } from './edge-request.ts';

const add = { name: 'add', arguments: { a: 1, b: 2 } };
const encoded = (text: string): string => `=?base64?${btoa(text)}?=`;
const place = (name: string, args: object, headers: Readonly<Record<string, string | undefined>>): EdgeRequest =>
  modern(name, 'tools/call', { params: { name: 'place', arguments: args }, headers });
const named = (name: string, value: string | undefined): EdgeRequest =>
  modern(name, 'tools/call', { params: add, headers: { 'mcp-name': value } });
const listBody = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: envelope() } });
const listed = (name: string, headers: Readonly<Record<string, string | undefined>>): EdgeRequest =>
  modern(name, 'tools/list', { headers });
const bytes = (name: string, body: string | Uint8Array): EdgeRequest =>
  raw(`bytes: ${name}`, {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/list',
    },
    body,
  });

/** Requests that are odd in their headers, their method or their bytes. */
export const headerRequests: readonly EdgeRequest[] = [
  listed('no Mcp-Method', { 'mcp-method': undefined }),
  listed('another Mcp-Method', { 'mcp-method': 'tools/call' }),
  listed('an Mcp-Method in capitals', { 'mcp-method': 'TOOLS/LIST' }),
  listed('an Mcp-Name without need', { 'mcp-name': 'add' }),
  named('no Mcp-Name', undefined),
  named('another Mcp-Name', 'echo'),
  named('an Mcp-Name in capitals', 'ADD'),
  named('an Mcp-Name between spaces', '  add  '),
  named('an Mcp-Name in base64', encoded('add')),
  named('an Mcp-Name in base64 of something else', encoded('echo')),
  named('an Mcp-Name in base64 that is none', '=?base64?YWR!k?='),
  named('an Mcp-Name in base64 without padding', '=?base64?YWRkMQ?='),

  place(
    'parameters with their headers',
    { region: 'eu', priority: 3 },
    { 'mcp-param-region': 'eu', 'mcp-param-priority': '3' },
  ),
  place('a parameter without its header', { region: 'eu' }, {}),
  place('a header without its parameter', {}, { 'mcp-param-region': 'eu' }),
  place('a parameter that is null, without a header', { region: null }, {}),
  place('a header that differs from its parameter', { region: 'eu' }, { 'mcp-param-region': 'us' }),
  place('a header in base64', { region: 'eu' }, { 'mcp-param-region': encoded('eu') }),
  place(
    'a header in base64 of letters beyond ASCII',
    { region: 'Köln' },
    { 'mcp-param-region': '=?base64?S8O2bG4=?=' },
  ),
  place('a header in base64 that is none', { region: 'eu' }, { 'mcp-param-region': '=?base64?ZX!U=?=' }),
  place('an integer written with a fraction of zero', { priority: 3 }, { 'mcp-param-priority': '3.0' }),
  place('an integer that differs', { priority: 3 }, { 'mcp-param-priority': '4' }),
  place('an integer that is a word', { priority: 3 }, { 'mcp-param-priority': 'three' }),
  place('a header for a parameter that there is not', {}, { 'mcp-param-color': 'red' }),

  listed('no content type', { 'content-type': undefined }),
  listed('a content type that is not JSON', { 'content-type': 'text/plain' }),
  listed('a content type with a charset', { 'content-type': 'application/json; charset=utf-8' }),
  listed('a content type in capitals', { 'content-type': 'APPLICATION/JSON' }),
  listed('a content type that only ends in JSON', { 'content-type': 'application/vnd.api+json' }),
  listed('a content type that only begins as JSON', { 'content-type': 'application/jsonp' }),
  listed('no Accept', { accept: undefined }),
  listed('an Accept of JSON alone', { accept: 'application/json' }),
  listed('an Accept of streams alone', { accept: 'text/event-stream' }),
  listed('an Accept of pages', { accept: 'text/html' }),
  listed('an Accept of anything', { accept: '*/*' }),
  listed('a session of the other era', { 'mcp-session-id': 'abc' }),
  listed('an event to go on from', { 'last-event-id': '7' }),

  listed('an origin elsewhere', { origin: 'http://evil.example.com' }),
  listed('an origin that is null', { origin: 'null' }),
  listed('an origin that is no address', { origin: 'nonsense' }),
  listed('an origin on this machine', { origin: 'http://localhost:5173' }),
  listed('a host elsewhere', { host: 'evil.example.com' }),
  listed('a host on this machine', { host: 'localhost:1234' }),

  raw('GET', { method: 'GET', headers: { accept: 'text/event-stream' } }),
  raw('DELETE', { method: 'DELETE', headers: {} }),
  raw('DELETE of a session', { method: 'DELETE', headers: { 'mcp-session-id': 'abc' } }),
  raw('PUT', { method: 'PUT', body: listBody }),
  raw('PATCH', { method: 'PATCH', body: listBody }),

  bytes('none', ''),
  bytes('no JSON', 'hello'),
  bytes('JSON that is cut off', listBody.slice(0, -1)),
  bytes('JSON with something behind it', `${listBody} more`),
  bytes('a byte order mark', `\uFEFF${listBody}`),
  bytes('no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
  bytes('a text', '"hello"'),
  bytes('a number', '5'),
  bytes('null', 'null'),
  bytes('an empty object', '{}'),
  bytes('an empty list', '[]'),
  bytes('a list of one request', `[${listBody}]`),
  bytes('a list of a number', '[5]'),
  bytes('the same member twice', listBody.replace('"id":1', '"id":1,"id":2')),
  bytes('a member named __proto__', listBody.replace('"id":1', '"id":1,"__proto__":{"method":"ping"}')),
  bytes('a result', '{"jsonrpc":"2.0","id":1,"result":{}}'),
  bytes('an error', '{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}'),
  bytes('more than a megabyte', listBody.replace('"id":1', `"id":1,"filler":"${'x'.repeat(1024 * 1024)}"`)),
];
