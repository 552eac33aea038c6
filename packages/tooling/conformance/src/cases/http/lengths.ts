import { strictEqual } from 'node:assert/strict';
import type { CaseGroup, OtcCase } from '../otc-case.ts';
import { additionBody, postHead } from '../support/calls.ts';
import { checkedCall, expectStatus, expectValue, noResponse } from '../support/expect.ts';
import { type BytesRow, bytesCases, inChunks } from './bytes-case.ts';

const chunked = 'Transfer-Encoding: chunked';
const halfClose = { halfClose: true } as const;

/** A call with an unusual Content-Length. */
const length = (name: string, outcome: BytesRow[1], write: (length: number) => readonly string[]): BytesRow => [
  name,
  outcome,
  ({ head, body }) => [head(...write(body.length)) + body, halfClose],
];

const lengths: readonly BytesRow[] = [
  length('two different Content-Length headers', 'refused', (n) => [
    `Content-Length: ${n}`,
    `Content-Length: ${n + 1}`,
  ]),
  length('two different Content-Length headers, the right one last', 'refused', (n) => [
    `Content-Length: ${n - 1}`,
    `Content-Length: ${n}`,
  ]),
  length('two equal Content-Length headers', 'safe', (n) => [`Content-Length: ${n}`, `Content-Length: ${n}`]),
  length('two different numbers in Content-Length', 'refused', (n) => [`Content-Length: ${n}, ${n + 1}`]),
  length('two equal numbers in Content-Length', 'safe', (n) => [`Content-Length: ${n}, ${n}`]),
  length('a negative Content-Length', 'refused', (n) => [`Content-Length: -${n}`]),
  length('a plus sign in Content-Length', 'refused', (n) => [`Content-Length: +${n}`]),
  length('a fraction in Content-Length', 'refused', (n) => [`Content-Length: ${n}.0`]),
  length('a hexadecimal Content-Length', 'refused', (n) => [`Content-Length: 0x${n.toString(16)}`]),
  length('an exponent in Content-Length', 'refused', () => ['Content-Length: 1e2']),
  length('a space inside Content-Length', 'refused', (n) => [
    `Content-Length: ${String(n).slice(0, 1)} ${String(n).slice(1)}`,
  ]),
  length('a space before the colon of Content-Length', 'refused', (n) => [`Content-Length : ${n}`]),
  length('a Content-Length beyond 64 bits', 'refused', (n) => [`Content-Length: ${2n ** 64n + BigInt(n)}`]),
  length('leading zeros in Content-Length', 'safe', (n) => [`Content-Length: 000${n}`]),
  length('an empty Content-Length', 'refused', () => ['Content-Length: ']),
  length('a word as Content-Length', 'refused', () => ['Content-Length: many']),
  length('Arabic digits in Content-Length', 'refused', () => ['Content-Length: \xd9\xa5\xd9\xa0']),
  length('neither Content-Length nor chunks', 'refused', () => []),
  length('a Content-Length that is too small', 'refused', (n) => [`Content-Length: ${n - 1}`]),
  length('a Content-Length that is too large', 'refused', (n) => [`Content-Length: ${n + 1}`]),
  length('a Content-Length of zero', 'refused', () => ['Content-Length: 0']),
];

/** A chunked call with an unusual Transfer-Encoding. */
const coding = (name: string, outcome: BytesRow[1], ...lines: readonly string[]): BytesRow => [
  name,
  outcome,
  ({ head, body }) => [head(...lines) + inChunks(body), halfClose],
];

const codings: readonly BytesRow[] = [
  coding('Transfer-Encoding chunked', 'runs', chunked),
  coding('Transfer-Encoding chunked in capitals', 'runs', 'TRANSFER-ENCODING: CHUNKED'),
  coding('Transfer-Encoding xchunked', 'refused', 'Transfer-Encoding: xchunked'),
  coding('Transfer-Encoding identity', 'refused', 'Transfer-Encoding: identity'),
  coding('Transfer-Encoding gzip, chunked', 'refused', 'Transfer-Encoding: gzip, chunked'),
  coding('an unknown Transfer-Encoding before a line with chunked', 'refused', 'Transfer-Encoding: x-own', chunked),
  coding('Transfer-Encoding chunked, identity', 'refused', 'Transfer-Encoding: chunked, identity'),
  coding('Transfer-Encoding chunked before a line with identity', 'refused', chunked, 'Transfer-Encoding: identity'),
  coding('Transfer-Encoding chunked in quotes', 'refused', 'Transfer-Encoding: "chunked"'),
  coding('a control character before chunked', 'refused', 'Transfer-Encoding: \x0bchunked'),
  coding('a space before the colon of Transfer-Encoding', 'refused', 'Transfer-Encoding : chunked'),
  coding('Transfer-Encoding chunked on a folded line', 'safe', 'Transfer-Encoding:\r\n chunked'),
  coding('an underscore in Transfer-Encoding', 'refused', 'Transfer_Encoding: chunked'),
  coding('an empty Transfer-Encoding', 'refused', 'Transfer-Encoding:'),
];

/** Calls with both headers. Whichever a server follows, it must not read the other bytes as a request. */
const both: readonly BytesRow[] = [
  [
    'a Content-Length that covers a request after the chunks',
    'safe',
    ({ head, body, smuggled }) => {
      const content = inChunks(body) + smuggled();
      return [head(`Content-Length: ${content.length}`, chunked) + content, halfClose];
    },
  ],
  [
    'Transfer-Encoding before such a Content-Length',
    'safe',
    ({ head, body, smuggled }) => {
      const content = inChunks(body) + smuggled();
      return [head(chunked, `Content-Length: ${content.length}`) + content, halfClose];
    },
  ],
  [
    'a Content-Length that covers only the first chunk size',
    'refused',
    ({ head, smuggled }) => {
      const request = smuggled();
      const chunkSize = `${request.length.toString(16)}\r\n`;
      return [`${head(`Content-Length: ${chunkSize.length}`, chunked)}${chunkSize}${request}\r\n0\r\n\r\n`, halfClose];
    },
  ],
  [
    'an unknown Transfer-Encoding and a Content-Length',
    'safe',
    ({ head, body }) => [head(`Content-Length: ${body.length}`, 'Transfer-Encoding: xchunked') + body, halfClose],
  ],
  [
    'Transfer-Encoding after a bare line feed',
    'refused',
    ({ head, body }) => [head(`X: x\nTransfer-Encoding: chunked`, `Content-Length: ${body.length}`) + body, halfClose],
  ],
];

/** Calls whose body follows after a pause, or never. */
const delayedBodies: readonly OtcCase[] = [
  {
    title: 'a body announced as 2 GB is refused before it arrives, and the connection is closed',
    requirements: ['OTC-CALL-07'],
    // The standard has no limits.
    grade: 'advised',
    waits: true,
    run: async (server) => {
      const head = postHead(server, { contentLength: 2 ** 31 });
      const { responses } = await server.converse([head, '{"request":'], 'closed');
      expectStatus(responses[0] ?? noResponse(), 400, 413);
    },
  },
  {
    title: 'a client that sends Expect: 100-continue is answered',
    requirements: ['OTC-CALL-01'],
    needs: ['documents'],
    run: async (server) => {
      const head = postHead(server, {
        contentLength: Buffer.byteLength(additionBody),
        headers: ['Expect: 100-continue'],
      });
      const { responses } = await server.converse([head, { pauseMs: 50 }, additionBody]);
      strictEqual(expectValue(checkedCall(server, responses[0])), 15);
    },
  },
];

/** Body lengths, which proxies and servers must read alike. */
export const lengthCases: CaseGroup = {
  title: 'HTTP: body lengths',
  cases: [...bytesCases(lengths), ...bytesCases(codings), ...bytesCases(both), ...delayedBodies],
};
