import type { CaseGroup } from '../otc-case.ts';
import { type BytesRow, bytesCases, inChunks } from './bytes-case.ts';

const chunked = 'Transfer-Encoding: chunked';
const halfClose = { halfClose: true } as const;

/** A call with an unusual Content-Length. */
const length = (name: string, outcome: BytesRow[1], spell: (length: number) => readonly string[]): BytesRow => [
  name,
  outcome,
  ({ head, body }) => [head(...spell(body.length)) + body, halfClose],
];

const lengths: readonly BytesRow[] = [
  length('two that differ', 'refused', (n) => [`Content-Length: ${n}`, `Content-Length: ${n + 1}`]),
  length('two that differ, the right one last', 'refused', (n) => [`Content-Length: ${n - 1}`, `Content-Length: ${n}`]),
  length('two that agree', 'safe', (n) => [`Content-Length: ${n}`, `Content-Length: ${n}`]),
  length('a list of two that differ', 'refused', (n) => [`Content-Length: ${n}, ${n + 1}`]),
  length('a list of two that agree', 'safe', (n) => [`Content-Length: ${n}, ${n}`]),
  length('a negative one', 'refused', (n) => [`Content-Length: -${n}`]),
  length('one with a plus', 'refused', (n) => [`Content-Length: +${n}`]),
  length('one with a fraction', 'refused', (n) => [`Content-Length: ${n}.0`]),
  length('one in hexadecimal', 'refused', (n) => [`Content-Length: 0x${n.toString(16)}`]),
  length('one in powers of ten', 'refused', () => ['Content-Length: 1e2']),
  length('one with a space inside', 'refused', (n) => [
    `Content-Length: ${String(n).slice(0, 1)} ${String(n).slice(1)}`,
  ]),
  length('one with a space before its colon', 'refused', (n) => [`Content-Length : ${n}`]),
  length('one beyond 64 bits', 'refused', (n) => [`Content-Length: ${2n ** 64n + BigInt(n)}`]),
  length('one with zeros in front', 'safe', (n) => [`Content-Length: 000${n}`]),
  length('an empty one', 'refused', () => ['Content-Length: ']),
  length('a word', 'refused', () => ['Content-Length: many']),
  length('one in digits of another script', 'refused', () => ['Content-Length: \xd9\xa5\xd9\xa0']),
  length('none, and no chunks either', 'refused', () => []),
  length('one that is too small', 'refused', (n) => [`Content-Length: ${n - 1}`]),
  length('one that is too large, and an end', 'refused', (n) => [`Content-Length: ${n + 1}`]),
  length('zero', 'refused', () => ['Content-Length: 0']),
];

/** A chunked call with an unusual Transfer-Encoding. A server that uses Content-Length instead runs the smuggled request. */
const coding = (name: string, outcome: BytesRow[1], ...lines: readonly string[]): BytesRow => [
  name,
  outcome,
  ({ head, body }) => [head(...lines) + inChunks(body), halfClose],
];

const codings: readonly BytesRow[] = [
  coding('chunked', 'runs', chunked),
  coding('chunked in capitals', 'runs', 'TRANSFER-ENCODING: CHUNKED'),
  coding('another word', 'refused', 'Transfer-Encoding: xchunked'),
  coding('identity', 'refused', 'Transfer-Encoding: identity'),
  coding('gzip, and then chunked', 'refused', 'Transfer-Encoding: gzip, chunked'),
  coding('an unknown one, and then chunked on a separate line', 'refused', 'Transfer-Encoding: x-own', chunked),
  coding('chunked, and then identity', 'refused', 'Transfer-Encoding: chunked, identity'),
  coding('chunked, and then identity on a separate line', 'refused', chunked, 'Transfer-Encoding: identity'),
  coding('chunked in quotes', 'refused', 'Transfer-Encoding: "chunked"'),
  coding('chunked behind a control character', 'refused', 'Transfer-Encoding: \x0bchunked'),
  coding('chunked with a space before its colon', 'refused', 'Transfer-Encoding : chunked'),
  coding('chunked on a folded line', 'safe', 'Transfer-Encoding:\r\n chunked'),
  coding('chunked under a name with an underscore', 'refused', 'Transfer_Encoding: chunked'),
  coding('nothing', 'refused', 'Transfer-Encoding:'),
];

const both: readonly BytesRow[] = [
  [
    'a length that covers a request behind the chunks',
    'safe',
    ({ head, body, smuggled }) => {
      const content = inChunks(body) + smuggled();
      return [head(`Content-Length: ${content.length}`, chunked) + content, halfClose];
    },
  ],
  [
    'chunks named before the length',
    'safe',
    ({ head, body, smuggled }) => {
      const content = inChunks(body) + smuggled();
      return [head(chunked, `Content-Length: ${content.length}`) + content, halfClose];
    },
  ],
  [
    'a length that covers the first chunk only',
    'refused',
    (parts) => {
      const smuggled = parts.smuggled();
      const hidden = `${smuggled.length.toString(16)}\r\n`;
      return [`${parts.head(`Content-Length: ${hidden.length}`, chunked)}${hidden}${smuggled}\r\n0\r\n\r\n`, halfClose];
    },
  ],
  [
    'chunks of another spelling, and a length',
    'safe',
    ({ head, body }) => [head(`Content-Length: ${body.length}`, 'Transfer-Encoding: xchunked') + body, halfClose],
  ],
  [
    'chunks behind a line break without a carriage return',
    'refused',
    ({ head, body }) => [head(`X: x\nTransfer-Encoding: chunked`, `Content-Length: ${body.length}`) + body, halfClose],
  ],
];

/** Body lengths, which proxies and servers must read alike. */
export const lengthCases: CaseGroup = {
  title: 'HTTP: the length of a body',
  cases: [
    ...bytesCases('Content-Length', lengths),
    ...bytesCases('Transfer-Encoding', codings),
    ...bytesCases('both at once', both),
  ],
};
