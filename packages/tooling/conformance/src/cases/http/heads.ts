import type { CaseGroup } from '../otc-case.ts';
import { type BytesParts, type BytesRow, bytesCases } from './bytes-case.ts';

/** A call with additional header lines. */
const lines = (name: string, outcome: BytesRow[1], ...more: readonly string[]): BytesRow => [
  name,
  outcome,
  ({ head, body }) => head(...more, `Content-Length: ${body.length}`) + body,
];

const headers: readonly BytesRow[] = [
  lines('a line without a colon', 'refused', 'X-No-Colon'),
  lines('a line without a name', 'refused', ': value'),
  lines('a name with a space', 'refused', 'X Name: 1'),
  lines('a name with a control character', 'refused', 'X\x01Name: 1'),
  lines('a name outside of ASCII', 'refused', 'X-N\xe4me: 1'),
  lines('a name in brackets', 'refused', 'X[0]: 1'),
  lines('a value with a null byte', 'refused', 'X-Value: a\0b'),
  lines('a value with a carriage return', 'refused', 'X-Value: a\rb'),
  lines('a value on two lines', 'safe', 'X-Value: a\r\n b'),
  lines('a value outside of ASCII', 'runs', 'X-Value: \xe4\xf0\x9f\x90\xa2'),
  lines('an empty value', 'runs', 'X-Value:'),
  lines('a value between tabs', 'runs', 'X-Value:\t 1 \t'),
  lines('names of prototypes', 'runs', '__proto__: 1', 'constructor: 2', 'toString: 3', 'hasOwnProperty: 4'),
  lines('a hundred lines', 'runs', ...Array.from({ length: 100 }, (_, index) => `X-${index}: ${index}`)),
  lines('two thousand lines', 'safe', ...Array.from({ length: 2000 }, (_, index) => `X-${index}: 1`)),
  lines('a value of 8 kB', 'runs', `X-Value: ${'a'.repeat(8000)}`),
  lines('a value of 100 kB', 'safe', `X-Value: ${'a'.repeat(100_000)}`),
  lines('a cookie that cannot be decoded', 'runs', 'Cookie: a=%E0%A4%A; =; ;;b'),
  lines('an unknown expectation', 'safe', 'Expect: nonsense'),
  lines('an unknown upgrade', 'safe', 'Connection: Upgrade', 'Upgrade: nonsense'),
  lines(
    'an upgrade to HTTP/2',
    'safe',
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAAQAAP__',
  ),
  lines(
    'an upgrade to a socket',
    'safe',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Key: AAAA',
    'Sec-WebSocket-Version: 13',
  ),
  lines('a connection that drops the type', 'safe', 'Connection: close, Content-Type'),
  lines('a range of its answer', 'runs', 'Range: bytes=0-1'),
  lines('conditions of a cache', 'runs', 'If-None-Match: *', 'If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT'),
  lines('a condition that cannot hold', 'safe', 'If-Match: "none"'),
  lines('another method by a header', 'runs', 'X-HTTP-Method-Override: GET', 'X-HTTP-Method: DELETE'),
  lines('another path by a header', 'runs', 'X-Original-URL: /health', 'X-Rewrite-URL: /health'),
  lines('an answer in another encoding', 'runs', 'Accept-Encoding: identity;q=0, nonsense', 'Accept-Charset: utf-16'),
];

/** A call with another request line. */
const start = (name: string, outcome: BytesRow[1], write: (path: string, parts: BytesParts) => string): BytesRow => [
  name,
  outcome,
  (parts) => {
    const { head, body, server } = parts;
    const [, ...rest] = head(`Content-Length: ${body.length}`).split('\r\n');
    const line = write(`${server.target.prefix}/tools/call`, parts);
    return [[line, ...rest].join('\r\n') + body, { halfClose: true }];
  },
];

const starts: readonly BytesRow[] = [
  start('a method in small letters', 'refused', (path) => `post ${path} HTTP/1.1`),
  start('an unknown method', 'refused', (path) => `CALL ${path} HTTP/1.1`),
  start('a method with a null byte', 'refused', (path) => `PO\0ST ${path} HTTP/1.1`),
  start('no method', 'refused', (path) => ` ${path} HTTP/1.1`),
  start('no version', 'safe', (path) => `POST ${path}`),
  start('a version in small letters', 'refused', (path) => `POST ${path} http/1.1`),
  start('a version of another protocol', 'refused', (path) => `POST ${path} ICY/1.1`),
  start('version 2.0', 'safe', (path) => `POST ${path} HTTP/2.0`),
  start('a version of many digits', 'refused', (path) => `POST ${path} HTTP/1.10`),
  start('a version without a minor one', 'refused', (path) => `POST ${path} HTTP/1`),
  start('a word behind the version', 'refused', (path) => `POST ${path} HTTP/1.1 now`),
  start('tabs for spaces', 'refused', (path) => `POST\t${path}\tHTTP/1.1`),
  start('an empty line in front', 'runs', (path) => `\r\nPOST ${path} HTTP/1.1`),
  start('the whole address', 'runs', (path, { server }) => `POST http://${server.target.authority}${path} HTTP/1.1`),
  start('an address without a path', 'refused', (_path, { server }) => `POST ${server.target.authority} HTTP/1.1`),
  start('a path without a slash', 'refused', (path) => `POST ${path.slice(1)} HTTP/1.1`),
  start('a path with backslashes', 'refused', (path) => `POST ${path.replaceAll('/', '\\')} HTTP/1.1`),
  start('a path with a null byte', 'refused', (path) => `POST ${path}\0 HTTP/1.1`),
  start('a path with a null byte, percent-encoded', 'refused', (path) => `POST ${path}%00 HTTP/1.1`),
  start('a path that cannot be decoded', 'refused', (path) => `POST ${path}%E0%A4%A HTTP/1.1`),
  start('a path with a line break, percent-encoded', 'refused', (path) => `POST ${path}%0d%0aX:%201 HTTP/1.1`),
  start('a path outside of ASCII', 'refused', (path) => `POST ${path}\xc3\xa4 HTTP/1.1`),
  start('a path that is doubled', 'refused', (path) => `POST ${path}${path} HTTP/1.1`),
  start('a path with a parameter', 'refused', (path) => `POST ${path};a=1 HTTP/1.1`),
  start('a path with an extension', 'refused', (path) => `POST ${path}.json HTTP/1.1`),
  start('a path with dots behind it', 'refused', (path) => `POST ${path}/.. HTTP/1.1`),
  start('a path of 50 kB', 'refused', (path) => `POST ${path}/${'a'.repeat(50_000)} HTTP/1.1`),
  start('a query of 4 kB', 'runs', (path) => `POST ${path}?${'a'.repeat(4000)} HTTP/1.1`),
  start('a query with question marks', 'runs', (path) => `POST ${path}??a?b=/health HTTP/1.1`),
];

/** Request lines and headers. */
export const headCases: CaseGroup = {
  title: 'HTTP: heads',
  cases: [...bytesCases('a head with', headers), ...bytesCases('a request line with', starts)],
};
