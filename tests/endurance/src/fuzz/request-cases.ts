import fc from 'fast-check';
import { damaged } from './byte-edits.ts';
import { bytesOf, type FuzzCase } from './fuzz-case.ts';

const good = Buffer.from('{"$schema":"otc://1.0","request":{"tool_id":"Calculator.Add","input":{"a":1,"b":2}}}');

const paths = ['/health', '/tools', '/tools/call', '/call', '/tools/', '/tools/call/', '/', '*'];
const oddPaths = [
  '//tools',
  '/tools//call',
  '/tools%2Fcall',
  '/Tools',
  '/tools/../tools',
  '/tools/call/x',
  '/%00',
  '/%',
  '/tools\\call',
  '/__proto__',
  'http://127.0.0.1/tools',
  'http://[::1',
  `/${'a'.repeat(3000)}`,
];
const visible = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) });
const query = fc.oneof(
  fc.constantFrom('?', '?$schema=otc://1.0', '?$schema=otc://9.9', '?a=%ZZ&&=', '?__proto__=1'),
  visible,
);
const path = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...paths) },
  { weight: 3, arbitrary: fc.constantFrom(...oddPaths) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...paths), query).map(([start, end]) => start + end) },
  { weight: 2, arbitrary: visible.map((end) => `/${end}`) },
);

const methods = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'M-SEARCH', 'QUERY'];
const oddMethods = ['CONNECT', 'get', 'FOO', 'POSTT', '__proto__'];
const method = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...methods.slice(0, 4)) },
  { weight: 4, arbitrary: fc.constantFrom(...methods) },
  { weight: 1, arbitrary: fc.constantFrom(...oddMethods) },
);

/** What headers that mean something may hold. */
const values: Readonly<Record<string, readonly string[]>> = {
  Accept: ['*/*', 'text/html', 'application/json;q=0', ''],
  'Accept-Encoding': ['gzip, br', 'identity;q=0, *;q=0'],
  Authorization: ['Bearer x', 'Bearer ', 'Basic YTpi', 'Bearer a.b.c', ''],
  Connection: ['keep-alive', 'close', 'Upgrade', 'Host, Content-Length', ''],
  'Content-Encoding': ['gzip', 'identity', 'br, gzip', ''],
  'Content-Type': [
    'text/plain',
    'application/json; charset=utf-8',
    'application/json; charset=latin1',
    'application/vnd.x+json',
    'application/json;',
    'multipart/form-data; boundary=x',
    '',
  ],
  Cookie: ['a=b; __proto__=c'],
  Expect: ['100-continue', 'wings', ''],
  Host: ['example.com', 'a b', '', '127.0.0.1:99999'],
  'If-None-Match': ['*', '"x"', 'W/"x", "y"', '"'],
  'If-Modified-Since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'x'],
  'Keep-Alive': ['timeout=0', 'max=1'],
  Origin: ['null', 'https://evil.example', 'x'],
  'OTC-API-Key': ['x', ''],
  'OTC-Version': ['1.0', '2.0', 'x', ''],
  'OXP-Version': ['1.0', '9'],
  Range: ['bytes=0-1', 'bytes=-1'],
  TE: ['trailers'],
  traceparent: ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '00-00-00-00'],
  Upgrade: ['h2c', 'websocket'],
  'X-Forwarded-For': ['127.0.0.1', "' OR 1=1"],
  'X-HTTP-Method-Override': ['DELETE'],
  __proto__x: ['1'],
};
type Header = readonly [name: string, value: string];
const knownHeader = fc
  .constantFrom(...Object.keys(values))
  .chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(...(values[name] as readonly string[]))));
const nameCharacters = "abcdefghijklmnopqrstuvwxyzABCXYZ0123456789-_!#$%&'*+.^`|~";
const oddHeader = fc.tuple(
  fc.oneof(
    fc
      .string({ unit: fc.constantFrom(...nameCharacters.split('')), minLength: 1, maxLength: 30 })
      .map((name) => `X${name}`),
    fc.constantFrom('__proto__', 'constructor', 'toString', 'Set-Cookie'),
  ),
  fc.oneof(
    visible,
    fc.string({
      unit: fc
        .nat(255)
        .filter(isFieldByte)
        .map((code) => String.fromCharCode(code)),
    }),
  ),
);
const headers: fc.Arbitrary<readonly Header[]> = fc.oneof(
  { weight: 8, arbitrary: fc.array(fc.oneof(knownHeader, oddHeader), { maxLength: 6 }) },
  { weight: 1, arbitrary: fc.array(oddHeader, { minLength: 20, maxLength: 60 }) },
  { weight: 1, arbitrary: fc.nat(1100).map((count) => Array<Header>(count).fill(['a', 'b'])) },
);

function isFieldByte(code: number): boolean {
  return code >= 0x20 && code !== 0x7f;
}

/** Requests with methods, paths and headers that may all be wrong, and a right length of the body. */
export function requestCase(): fc.Arbitrary<FuzzCase> {
  const body = fc.oneof(
    { weight: 3, arbitrary: fc.constant(Buffer.alloc(0)) },
    { weight: 3, arbitrary: fc.constant(good) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  );
  const host = fc.oneof({ weight: 20, arbitrary: fc.constant([['Host', '127.0.0.1']] as Header[]) }, fc.constant([]));
  const type = fc.oneof(
    { weight: 3, arbitrary: fc.constant([['Content-Type', 'application/json']] as Header[]) },
    fc.constant([]),
  );
  return fc
    .record({ method, path, host, type, headers, body })
    .map(({ host: first, type: second, headers: more, ...rest }) => ({
      kind: 'request',
      ...rest,
      headers: [...first, ...second, ...more],
    }));
}

const ends = ['\r\n', '\n', '\r', '\0', ' ', '\t', ':', '\r\n\r\n', '\xff', '%', '0\r\n\r\n', '5\r\nabcde\r\n', ';x=y'];
const starts = [
  'HTTP/1.0',
  'HTTP/2.0',
  'HTTP/9.9',
  ' HTTP/1.1',
  'GET / HTTP/1.1\r\n',
  'POST ',
  'PRI * HTTP/2.0\r\n\r\nSM',
];
const lines = [
  'Transfer-Encoding: chunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding: gzip, chunked',
  'Content-Length: 0',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 99999999999',
  'Connection: close',
  'Connection: keep-alive',
  'Expect: 100-continue',
  'Host: b',
  'Upgrade: h2c',
  'X: y\r\n'.repeat(600),
].map((line) => `${line}\r\n`);
/** Pieces that mean something between the lines of HTTP. */
const httpTokens = [...ends, ...starts, ...lines, 'a'.repeat(17_000)];

/** Bytes: requests that were damaged, several in a row, or nothing that looks like one. */
export function byteCase(whole: fc.Arbitrary<FuzzCase>): fc.Arbitrary<FuzzCase> {
  // HEAD has answers whose end cannot be found without knowing the request.
  const request = whole.map(bytesOf).filter((bytes) => !bytes.subarray(0, 4).equals(Buffer.from('HEAD')));
  const several = fc.array(request, { minLength: 2, maxLength: 3 }).map((requests) => Buffer.concat(requests));
  const noise = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes));
  return fc
    .oneof(
      { weight: 6, arbitrary: damaged(request, httpTokens, 4) },
      { weight: 2, arbitrary: damaged(several, httpTokens, 3) },
      { weight: 1, arbitrary: several },
      { weight: 1, arbitrary: noise },
    )
    .map((bytes) => ({ kind: 'bytes', bytes }));
}
