import type { TestRequest } from '../../client/send-request.ts';
import { addition, envelope, json } from '../support/calls.ts';

/** A valid call with another path. */
export const call = { method: 'POST', headers: json, body: envelope(addition) } as const;

/** Requests that try to bypass authentication. None may show or run a tool. */
export const bypasses: readonly (readonly [name: string, request: TestRequest])[] = [
  ['the listing with a slash at its end', { path: '/tools/' }],
  ['the listing with a query', { path: '/tools?x=1' }],
  ['the listing of a version', { path: '/tools?$schema=otc%3A%2F%2F1.0' }],
  ['the listing with a body', { path: '/tools', headers: json, body: '{"$schema":"otc://1.0"}' }],
  ['the listing with a body that is not JSON', { path: '/tools', headers: json, body: '{' }],
  ['the listing by another name', { path: '/TOOLS' }],
  ['the listing behind a slash', { path: '//tools' }],
  ['the listing behind dots', { path: '/health/../tools' }],
  ['the listing behind encoded dots', { path: '/health/%2e%2e/tools' }],
  ['the listing behind a parameter', { path: '/tools;x=/health' }],
  ['the listing for HTML', { path: '/tools', headers: { accept: 'text/html' } }],
  ['the listing for a page of this origin', { path: '/tools', headers: { origin: 'http://127.0.0.1' } }],
  [
    'the listing for this machine',
    { path: '/tools', headers: { 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1' } },
  ],
  [
    'the listing as another address',
    { path: '/health', headers: { 'x-original-url': '/tools', 'x-rewrite-url': '/tools' } },
  ],
  [
    'the listing by POST',
    { method: 'POST', path: '/tools', headers: { ...json, 'x-http-method-override': 'GET' }, body: '{}' },
  ],
  ['what is allowed on the listing', { method: 'OPTIONS', path: '/tools' }],
  ['a call with a slash at its end', { ...call, path: '/tools/call/' }],
  ['a call with a query', { ...call, path: '/tools/call?x=1' }],
  ['a call at the alias', { ...call, path: '/call' }],
  ['a call behind the health check', { ...call, path: '/health/../tools/call' }],
  ['a call behind an encoded slash', { ...call, path: '/tools%2Fcall' }],
  ['a call by PUT', { ...call, method: 'PUT', path: '/tools/call' }],
  ['a call by GET', { ...call, method: 'GET', path: '/tools/call' }],
  ['a call in chunks', { ...call, path: '/tools/call', chunked: true }],
];

/** Bodies of unauthenticated calls. They must not affect the response, because they are not read. */
export const bodies: readonly (readonly [name: string, request: Partial<TestRequest>])[] = [
  ['an unknown tool', { body: envelope({ tool_id: 'No.Such' }) }],
  ['an unknown version', { body: envelope({ ...addition, tool_id: 'Calculator.Add@9.9.9' }) }],
  ['no tool id', { body: envelope({ tool_id: '' }) }],
  ['input that is wrong', { body: envelope({ ...addition, input: { a: 'x' } }) }],
  ['missing requirements', { body: envelope({ tool_id: 'Gmail.GetEmails@1.2.0', input: {} }) }],
  ['another version of the standard', { body: JSON.stringify({ $schema: 'otc://9.9', request: addition }) }],
  ['no request', { body: '{}' }],
  ['invalid JSON', { body: '{"request":' }],
  ['no body', { body: '' }],
  ['another type', { headers: { 'content-type': 'text/plain' } }],
  ['no type', { headers: {} }],
  ['another encoding', { headers: { ...json, 'content-encoding': 'nonsense' } }],
];
