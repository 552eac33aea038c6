import { ok, strictEqual } from 'node:assert/strict';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { OtcCase } from '../otc-case.ts';
import { addition, envelope, expectAlive } from '../support/calls.ts';
import { expectRefused, expectStatus, expectValue } from '../support/expect.ts';

const good = envelope(addition);

const compressed: readonly (readonly [encoding: string, bytes: Uint8Array])[] = [
  ['gzip', gzipSync(good)],
  ['GZIP', gzipSync(good)],
  ['x-gzip', gzipSync(good)],
  ['deflate', deflateSync(good)],
  ['br', brotliCompressSync(good)],
];

const brokenlyCompressed: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ['not at all', Buffer.from(good)],
  ['cut off', gzipSync(good).subarray(0, -10)],
  ['with a wrong sum', withWrongSum(gzipSync(good))],
  ['by another method', deflateSync(good)],
  ['of invalid JSON', gzipSync('{"request":')],
  ['of nothing', gzipSync('')],
];

/** The last eight bytes are a checksum and the length. */
function withWrongSum(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, index) => (index === bytes.length - 8 ? byte ^ 1 : byte));
}

/** A gigabyte of zeros in a megabyte: a member of zeros, repeated. */
function gzipBomb(): Uint8Array {
  const member = gzipSync(Buffer.alloc(1024 * 1024));
  return Buffer.concat(Array.from({ length: 900 }, () => member));
}

/** CASE-23: bodies in a content encoding. */
export const compressedBodyCases: readonly OtcCase[] = [
  ...compressed.map(
    ([encoding, bytes]): OtcCase => ({
      title: `a compressed body is decoded or refused: ${encoding}`,
      requirements: ['OTC-CALL-07'],
      needs: ['documents'],
      run: async (server) => {
        const response = await server.post(bytes, { 'content-encoding': encoding });
        expectStatus(response, 200, 400);
        if (response.status === 200) strictEqual(expectValue(response), 15);
      },
    }),
  ),
  ...brokenlyCompressed.map(
    ([name, bytes]): OtcCase => ({
      title: `a body that does not match its content encoding is refused: ${name}`,
      requirements: ['OTC-CALL-07'],
      needs: ['documents'],
      run: async (server) => {
        expectRefused(await server.post(bytes, { 'content-encoding': 'gzip' }));
        strictEqual(expectValue(await server.call(addition)), 15);
      },
    }),
  ),
  {
    title: 'a body in the encoding identity is the body itself',
    requirements: ['OTC-CALL-01'],
    needs: ['documents'],
    grade: 'advised',
    run: async (server) => strictEqual(expectValue(await server.post(good, { 'content-encoding': 'identity' })), 15),
  },
  ...['br', 'zstd', 'nonsense', 'gzip, gzip'].map(
    (encoding): OtcCase => ({
      title: `a body in an unsupported encoding is refused: ${encoding}`,
      requirements: ['OTC-CALL-07'],
      run: async (server) => void expectRefused(await server.post(good, { 'content-encoding': encoding })),
    }),
  ),
  {
    title: 'a body that would inflate to a gigabyte is refused quickly',
    requirements: ['OTC-CALL-07'],
    needs: ['fixtures'],
    run: async (server) => {
      const response = await server.post(gzipBomb(), { 'content-encoding': 'gzip' });
      expectRefused(response);
      ok(response.tookMs < 5000, `answered after ${Math.round(response.tookMs)} ms`);
      await expectAlive(server);
    },
  },
];
