import { strictEqual } from 'node:assert/strict';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { OtcServer } from '../../client/otc-server.ts';
import type { TestResponse } from '../../client/response.ts';
import { casesFor, type OtcCase } from '../otc-case.ts';
import { addition, additionBody, expectAlive } from '../support/calls.ts';
import { expectDuration, expectRefused, expectValue, expectValueOrRefusal } from '../support/expect.ts';

const compressed: readonly (readonly [encoding: string, bytes: Uint8Array])[] = [
  ['gzip', gzipSync(additionBody)],
  ['GZIP', gzipSync(additionBody)],
  ['x-gzip', gzipSync(additionBody)],
  ['deflate', deflateSync(additionBody)],
  ['br', brotliCompressSync(additionBody)],
];

const invalidlyCompressed: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ['an uncompressed body', Buffer.from(additionBody)],
  ['truncated data', gzipSync(additionBody).subarray(0, -10)],
  ['a wrong checksum', withWrongChecksum(gzipSync(additionBody))],
  ['deflate data', deflateSync(additionBody)],
  ['compressed invalid JSON', gzipSync('{"request":')],
  ['a compressed empty body', gzipSync('')],
];

/** Changes the checksum, which is in the last eight bytes with the length. */
function withWrongChecksum(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, index) => (index === bytes.length - 8 ? byte ^ 1 : byte));
}

/** Sends a gigabyte of zeros in a megabyte: a member of zeros, repeated. */
function postGzipBomb(server: OtcServer): Promise<TestResponse> {
  const member = gzipSync(Buffer.alloc(1024 * 1024));
  const bytes = Buffer.concat(Array.from({ length: 900 }, () => member));
  return server.post(bytes, { 'content-encoding': 'gzip' });
}

/** Bodies with a content encoding (CASE-23). HTTP allows a server to ignore an encoding that it does not support. */
export const compressedBodyCases: readonly OtcCase[] = [
  ...casesFor(compressed, ([encoding, bytes]) => ({
    title: `a compressed body is decoded or refused: ${encoding}`,
    requirements: ['OTC-CALL-07'],
    needs: ['documents'],
    run: async (server) => expectValueOrRefusal(await server.post(bytes, { 'content-encoding': encoding }), 15),
  })),
  ...casesFor(invalidlyCompressed, ([name, bytes]) => ({
    title: `a body that does not match its content encoding is refused: ${name}`,
    requirements: ['OTC-CALL-07'],
    needs: ['documents'],
    grade: 'advised',
    run: async (server) => {
      expectRefused(await server.post(bytes, { 'content-encoding': 'gzip' }));
      strictEqual(expectValue(await server.call(addition)), 15);
    },
  })),
  {
    title: 'a body with the encoding identity is read unchanged',
    requirements: ['OTC-CALL-01'],
    needs: ['documents'],
    grade: 'advised',
    run: async (server) =>
      strictEqual(expectValue(await server.post(additionBody, { 'content-encoding': 'identity' })), 15),
  },
  ...casesFor(['br', 'zstd', 'nonsense', 'gzip, gzip'], (encoding) => ({
    title: `a body in an unsupported encoding is refused: ${encoding}`,
    requirements: ['OTC-CALL-07'],
    grade: 'advised',
    run: async (server) => void expectRefused(await server.post(additionBody, { 'content-encoding': encoding })),
  })),
  {
    title: 'a body that would inflate to a gigabyte is refused, and the server keeps running',
    requirements: ['OTC-CALL-07'],
    needs: ['fixtures'],
    run: async (server) => {
      expectRefused(await postGzipBomb(server));
      await expectAlive(server);
    },
  },
  {
    title: 'a body that would inflate to a gigabyte is refused quickly',
    requirements: ['OTC-CALL-07'],
    needs: ['fixtures'],
    grade: 'advised',
    run: async (server) => expectDuration(await postGzipBomb(server), 0, 5000),
  },
];
