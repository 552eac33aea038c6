import { strictEqual } from 'node:assert/strict';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { OtcServer } from '../../client/otc-server.ts';
import type { TestResponse } from '../../client/response.ts';
import { type CaseGroup, casesFor } from '../otc-case.ts';
import { addition, additionBody, echoCall, envelope, expectAlive, postHead } from '../support/calls.ts';
import { checkedCall, expectDuration, expectRefused, expectValue, expectValueOrRefusal } from '../support/expect.ts';

// HTTP allows a server to ignore a content encoding that it does not support.
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

/** A valid call with some bytes inside a string. */
function withBytes(...bytes: readonly number[]): Uint8Array {
  const [before = '', after = ''] = envelope({ ...addition, trace_id: 'HERE' }).split('HERE');
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
}

const invalidBytes: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ['invalid UTF-8', withBytes(0xc3, 0x28)],
  ['overlong UTF-8', withBytes(0xc0, 0xaf)],
  ['a surrogate in UTF-8', withBytes(0xed, 0xa0, 0x80)],
  ['UTF-8 that is cut off', withBytes(0xe2, 0x82)],
  ['UTF-16', Buffer.from(`\ufeff${additionBody}`, 'utf16le')],
  ['UTF-16 without a byte order mark', Buffer.from(additionBody, 'utf16le')],
  ['a byte order mark inside the JSON', Buffer.from(additionBody.replace('{"tool_id"', '\ufeff{"tool_id"'))],
  ['two byte order marks', Buffer.from(`\ufeff\ufeff${additionBody}`)],
  ['a null byte at the end', Buffer.concat([Buffer.from(additionBody), Buffer.from([0])])],
];

/** Encodings and bytes of bodies (CASE-23). */
export const byteCases: CaseGroup = {
  title: 'Edge 23: bytes',
  cases: [
    {
      title: 'a byte order mark before the body is ignored',
      requirements: ['OTC-CALL-01'],
      needs: ['documents'],
      grade: 'advised',
      run: async (server) => strictEqual(expectValue(await server.post(`\ufeff${additionBody}`)), 15),
    },
    ...casesFor(invalidBytes, ([name, bytes]) => ({
      title: `a body is refused for its bytes: ${name}`,
      requirements: ['OTC-CALL-07'],
      run: async (server) => void expectRefused(await server.post(bytes)),
    })),
    {
      title: 'half a surrogate pair in JSON is returned unchanged or refused',
      requirements: ['OTC-RESP-05'],
      needs: ['fixtures'],
      run: async (server) => {
        const input = { a: 'x\ud800y' };
        expectValueOrRefusal(await server.post(echoCall(input)), input);
      },
    },
    {
      title: 'characters survive any split of the body',
      requirements: ['OTC-RESP-05'],
      needs: ['fixtures'],
      run: async (server) => {
        const bytes = Buffer.from(echoCall({ a: '🛎️ü' }));
        const cut = bytes.indexOf(0xf0) + 2;
        const head = postHead(server, { contentLength: bytes.length });
        const steps = [Buffer.concat([head, bytes.subarray(0, cut)]), { pauseMs: 50 }, bytes.subarray(cut)];
        const { responses } = await server.converse(steps);
        strictEqual((expectValue(checkedCall(server, responses[0])) as { a: string }).a, '🛎️ü');
      },
    },
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
    ...casesFor(['zstd', 'nonsense', 'gzip, gzip'], (encoding) => ({
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
  ],
};
