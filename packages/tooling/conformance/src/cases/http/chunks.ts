import { strictEqual } from 'node:assert/strict';
import type { CaseGroup, OtcCase } from '../otc-case.ts';
import { additionBody, postRequest } from '../support/calls.ts';
import { expectValue } from '../support/expect.ts';
import { type BytesRow, bytesCases, inChunks } from './bytes-case.ts';

/** A call with unusual chunks. */
const chunks = (name: string, outcome: BytesRow[1], write: (body: string, size: string) => string): BytesRow => [
  name,
  outcome,
  ({ head, body }) => [head('Transfer-Encoding: chunked') + write(body, body.length.toString(16)), { halfClose: true }],
];

/** Pads JSON with whitespace, so that its length in hexadecimal has a letter. */
function padToHexLetter(json: string): string {
  return /[a-f]/.test(json.length.toString(16)) ? json : padToHexLetter(`${json} `);
}

const chunkRows: readonly BytesRow[] = [
  chunks('chunks of one byte', 'runs', (body) => inChunks(body, 1)),
  chunks('chunk sizes in capitals', 'runs', (body) => {
    const padded = padToHexLetter(body);
    return `${padded.length.toString(16).toUpperCase()}\r\n${padded}\r\n0\r\n\r\n`;
  }),
  chunks('leading zeros in its chunk sizes', 'runs', (body, size) => `000${size}\r\n${body}\r\n000\r\n\r\n`),
  chunks('a chunk extension', 'runs', (body, size) => `${size};a=1;b="2"\r\n${body}\r\n0;c\r\n\r\n`),
  chunks('a trailer', 'runs', (body, size) => `${size}\r\n${body}\r\n0\r\nX-Checksum: 1\r\n\r\n`),
  chunks(
    'a Content-Type trailer',
    'runs',
    (body, size) => `${size}\r\n${body}\r\n0\r\nContent-Type: text/plain\r\n\r\n`,
  ),
  chunks('a Content-Length trailer', 'safe', (body, size) => `${size}\r\n${body}\r\n0\r\nContent-Length: 1\r\n\r\n`),
  chunks('a chunk extension of 40 kB', 'safe', (body, size) => `${size};${'a'.repeat(40_000)}\r\n${body}\r\n0\r\n\r\n`),
  chunks('trailers of 40 kB', 'safe', (body, size) => `${size}\r\n${body}\r\n0\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`),
  chunks('an empty chunk size', 'refused', (body) => `\r\n${body}\r\n0\r\n\r\n`),
  chunks('a chunk size that is not a number', 'refused', (body) => `size\r\n${body}\r\n0\r\n\r\n`),
  chunks('a negative chunk size', 'refused', (body, size) => `-${size}\r\n${body}\r\n0\r\n\r\n`),
  chunks('a plus sign in its chunk size', 'refused', (body, size) => `+${size}\r\n${body}\r\n0\r\n\r\n`),
  chunks('0x before its chunk size', 'refused', (body, size) => `0x${size}\r\n${body}\r\n0\r\n\r\n`),
  chunks(
    'an underscore in its chunk size',
    'refused',
    (body, size) => `${size.slice(0, 1)}_${size.slice(1)}\r\n${body}\r\n0\r\n\r\n`,
  ),
  chunks(
    'a chunk size beyond 64 bits',
    'refused',
    (body, size) => `1${size.padStart(16, '0')}\r\n${body}\r\n0\r\n\r\n`,
  ),
  chunks(
    'a chunk size that is too small',
    'refused',
    (body) => `${(body.length - 1).toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  ),
  chunks(
    'a chunk size that is too large',
    'refused',
    (body) => `${(body.length + 1).toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  ),
  chunks('no line break after its chunk', 'refused', (body, size) => `${size}\r\n${body}0\r\n\r\n`),
  chunks('no carriage returns around its chunks', 'safe', (body, size) => `${size}\n${body}\n0\n\n`),
  chunks('no last chunk before the connection ends', 'refused', (body, size) => `${size}\r\n${body}\r\n`),
  chunks('only the last chunk', 'refused', () => '0\r\n\r\n'),
];

const chunkedBody: OtcCase = {
  title: 'a body in chunks, without a length, is read',
  requirements: ['OTC-CALL-01'],
  needs: ['documents'],
  run: async (server) => {
    strictEqual(expectValue(await server.send({ ...postRequest(additionBody), chunked: true })), 15);
  },
};

/** Valid and invalid chunks. */
export const chunkCases: CaseGroup = { title: 'HTTP: chunks', cases: [chunkedBody, ...bytesCases(chunkRows)] };
