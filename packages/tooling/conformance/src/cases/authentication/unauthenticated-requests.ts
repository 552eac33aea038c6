import type { TestRequest } from '../../client/send-request.ts';
import { addition, additionBody, envelope, jsonHeaders, postRequest } from '../support/calls.ts';

export const validCall: TestRequest = postRequest(additionBody);

/** Requests that try to bypass authentication. None may show or run a tool. */
export const bypasses: readonly (readonly [name: string, request: TestRequest])[] = [
  ['the listing with a trailing slash', { path: '/tools/' }],
  ['the listing with a query', { path: '/tools?x=1' }],
  ['the listing of a version', { path: '/tools?$schema=otc%3A%2F%2F1.0' }],
  ['the listing with a body', { path: '/tools', headers: jsonHeaders, body: '{"$schema":"otc://1.0"}' }],
  ['the listing with a body that is not JSON', { path: '/tools', headers: jsonHeaders, body: '{' }],
  ['the listing in capitals', { path: '/TOOLS' }],
  ['the listing after a double slash', { path: '//tools' }],
  ['the listing after dots', { path: '/health/../tools' }],
  ['the listing after encoded dots', { path: '/health/%2e%2e/tools' }],
  ['the listing with a path parameter', { path: '/tools;x=/health' }],
  ['the listing as HTML', { path: '/tools', headers: { accept: 'text/html' } }],
  ['the listing with a local Origin', { path: '/tools', headers: { origin: 'http://127.0.0.1' } }],
  [
    'the listing with a forwarded loopback address',
    { path: '/tools', headers: { 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1' } },
  ],
  [
    'the listing through a rewritten path',
    { path: '/health', headers: { 'x-original-url': '/tools', 'x-rewrite-url': '/tools' } },
  ],
  [
    'the listing with POST',
    { ...postRequest('{}', '/tools'), headers: { ...jsonHeaders, 'x-http-method-override': 'GET' } },
  ],
  ['the allowed methods of the listing', { method: 'OPTIONS', path: '/tools' }],
  ['a call with a trailing slash', { ...validCall, path: '/tools/call/' }],
  ['a call with a query', { ...validCall, path: '/tools/call?x=1' }],
  ['a call at the alias', { ...validCall, path: '/call' }],
  ['a call after the health check', { ...validCall, path: '/health/../tools/call' }],
  ['a call with an encoded slash', { ...validCall, path: '/tools%2Fcall' }],
  ['a call with PUT', { ...validCall, method: 'PUT' }],
  ['a call with GET', { ...validCall, method: 'GET' }],
  ['a call in chunks', { ...validCall, chunked: true }],
];

/** Bodies of unauthenticated calls. They must not affect the response, because they are not read. */
export const bodies: readonly (readonly [name: string, request: Partial<TestRequest>])[] = [
  ['an unknown tool', { body: envelope({ tool_id: 'No.Such' }) }],
  ['an unknown version', { body: envelope({ ...addition, tool_id: 'Calculator.Add@9.9.9' }) }],
  ['an empty tool ID', { body: envelope({ tool_id: '' }) }],
  ['invalid input', { body: envelope({ ...addition, input: { a: 'x' } }) }],
  ['missing requirements', { body: envelope({ tool_id: 'Gmail.GetEmails@1.2.0', input: {} }) }],
  ['another version of the standard', { body: JSON.stringify({ $schema: 'otc://9.9', request: addition }) }],
  ['no request', { body: '{}' }],
  ['invalid JSON', { body: '{"request":' }],
  ['no body', { body: '' }],
  ['another content type', { headers: { 'content-type': 'text/plain' } }],
  ['no content type', { headers: {} }],
  ['another content encoding', { headers: { ...jsonHeaders, 'content-encoding': 'nonsense' } }],
];
