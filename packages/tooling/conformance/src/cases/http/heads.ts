import type { CaseGroup } from '../otc-case.ts';
import { type BytesRow, bytesCases, type RawCall } from './bytes-case.ts';

const lines = (name: string, outcome: BytesRow[1], ...more: readonly string[]): BytesRow => [
  name,
  outcome,
  ({ head, body }) => head(...more, `Content-Length: ${body.length}`) + body,
];

const headers: readonly BytesRow[] = [
  lines('a header line without a colon', 'refused', 'X-No-Colon'),
  lines('a header line without a name', 'refused', ': value'),
  lines('a space in a header name', 'refused', 'X Name: 1'),
  lines('a control character in a header name', 'refused', 'X\x01Name: 1'),
  lines('a header name outside ASCII', 'refused', 'X-N\xe4me: 1'),
  lines('brackets in a header name', 'refused', 'X[0]: 1'),
  lines('a null byte in a header value', 'refused', 'X-Value: a\0b'),
  lines('a carriage return in a header value', 'refused', 'X-Value: a\rb'),
  lines('a header value on two lines', 'safe', 'X-Value: a\r\n b'),
  lines('a header value outside ASCII', 'runs', 'X-Value: \xe4\xf0\x9f\x90\xa2'),
  lines('an empty header value', 'runs', 'X-Value:'),
  lines('tabs around a header value', 'runs', 'X-Value:\t 1 \t'),
  lines('header names of prototypes', 'runs', '__proto__: 1', 'constructor: 2', 'toString: 3', 'hasOwnProperty: 4'),
  lines('a hundred header lines', 'runs', ...Array.from({ length: 100 }, (_, index) => `X-${index}: ${index}`)),
  lines('two thousand header lines', 'safe', ...Array.from({ length: 2000 }, (_, index) => `X-${index}: 1`)),
  lines('a header value of 8 kB', 'runs', `X-Value: ${'a'.repeat(8000)}`),
  lines('a header value of 100 kB', 'safe', `X-Value: ${'a'.repeat(100_000)}`),
  lines('an invalid cookie', 'runs', 'Cookie: a=%E0%A4%A; =; ;;b'),
  lines('an unknown Expect header', 'safe', 'Expect: nonsense'),
  lines('an unknown Upgrade header', 'safe', 'Connection: Upgrade', 'Upgrade: nonsense'),
  lines(
    'an upgrade to HTTP/2',
    'safe',
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAAQAAP__',
  ),
  lines(
    'an upgrade to WebSocket',
    'safe',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Key: AAAA',
    'Sec-WebSocket-Version: 13',
  ),
  lines('Content-Type as a hop-by-hop header', 'safe', 'Connection: close, Content-Type'),
  lines('a Range header', 'runs', 'Range: bytes=0-1'),
  lines('cache conditions', 'runs', 'If-None-Match: *', 'If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT'),
  lines('an If-Match header that cannot match', 'safe', 'If-Match: "none"'),
  lines('method override headers', 'runs', 'X-HTTP-Method-Override: GET', 'X-HTTP-Method: DELETE'),
  lines('path override headers', 'runs', 'X-Original-URL: /health', 'X-Rewrite-URL: /health'),
  lines('unsupported Accept headers', 'runs', 'Accept-Encoding: identity;q=0, nonsense', 'Accept-Charset: utf-16'),
];

const requestLine = (name: string, outcome: BytesRow[1], write: (path: string, call: RawCall) => string): BytesRow => [
  name,
  outcome,
  (call) => {
    const { head, body, server } = call;
    const [, ...rest] = head(`Content-Length: ${body.length}`).split('\r\n');
    const line = write(`${server.target.prefix}/tools/call`, call);
    return [[line, ...rest].join('\r\n') + body, { halfClose: true }];
  },
];

const requestLines: readonly BytesRow[] = [
  requestLine('a lower-case method', 'refused', (path) => `post ${path} HTTP/1.1`),
  requestLine('an unknown method', 'refused', (path) => `CALL ${path} HTTP/1.1`),
  requestLine('a null byte in its method', 'refused', (path) => `PO\0ST ${path} HTTP/1.1`),
  requestLine('no method', 'refused', (path) => ` ${path} HTTP/1.1`),
  requestLine('no HTTP version', 'safe', (path) => `POST ${path}`),
  requestLine('a lower-case HTTP version', 'refused', (path) => `POST ${path} http/1.1`),
  requestLine('the version of another protocol', 'refused', (path) => `POST ${path} ICY/1.1`),
  requestLine('HTTP version 2.0', 'safe', (path) => `POST ${path} HTTP/2.0`),
  requestLine('HTTP version 1.10', 'refused', (path) => `POST ${path} HTTP/1.10`),
  requestLine('an HTTP version without a minor number', 'refused', (path) => `POST ${path} HTTP/1`),
  requestLine('a word after the HTTP version', 'refused', (path) => `POST ${path} HTTP/1.1 now`),
  requestLine('tabs in its request line', 'refused', (path) => `POST\t${path}\tHTTP/1.1`),
  requestLine('an empty line before its request line', 'runs', (path) => `\r\nPOST ${path} HTTP/1.1`),
  requestLine(
    'an absolute URL as its path',
    'runs',
    (path, { server }) => `POST http://${server.target.authority}${path} HTTP/1.1`,
  ),
  requestLine('an authority as its path', 'refused', (_path, { server }) => `POST ${server.target.authority} HTTP/1.1`),
  requestLine('a path without a leading slash', 'refused', (path) => `POST ${path.slice(1)} HTTP/1.1`),
  requestLine('backslashes in its path', 'refused', (path) => `POST ${path.replaceAll('/', '\\')} HTTP/1.1`),
  requestLine('a null byte in its path', 'refused', (path) => `POST ${path}\0 HTTP/1.1`),
  requestLine('a percent-encoded null byte in its path', 'refused', (path) => `POST ${path}%00 HTTP/1.1`),
  requestLine('a path that cannot be decoded', 'refused', (path) => `POST ${path}%E0%A4%A HTTP/1.1`),
  requestLine('a percent-encoded line break in its path', 'refused', (path) => `POST ${path}%0d%0aX:%201 HTTP/1.1`),
  requestLine('a path outside ASCII', 'refused', (path) => `POST ${path}\xc3\xa4 HTTP/1.1`),
  requestLine('a doubled path', 'refused', (path) => `POST ${path}${path} HTTP/1.1`),
  requestLine('a path parameter', 'refused', (path) => `POST ${path};a=1 HTTP/1.1`),
  requestLine('an extension on its path', 'refused', (path) => `POST ${path}.json HTTP/1.1`),
  requestLine('dots at the end of its path', 'refused', (path) => `POST ${path}/.. HTTP/1.1`),
  requestLine('a path of 50 kB', 'refused', (path) => `POST ${path}/${'a'.repeat(50_000)} HTTP/1.1`),
  requestLine('a query of 4 kB', 'runs', (path) => `POST ${path}?${'a'.repeat(4000)} HTTP/1.1`),
  requestLine('question marks in its query', 'runs', (path) => `POST ${path}??a?b=/health HTTP/1.1`),
];

/** Request lines and headers. */
export const headCases: CaseGroup = {
  title: 'HTTP: heads',
  cases: bytesCases([...headers, ...requestLines]),
};
