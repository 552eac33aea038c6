import { ok, strictEqual } from 'node:assert/strict';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { OtcServer } from '../../subject/otc-server.ts';
import { addition, echoBody, envelope, expectAlive } from '../calls.ts';
import { expectRefused, expectStatus, expectValue } from '../expect.ts';
import type { CaseGroup, OtcCase } from '../otc-case.ts';

const good = envelope(addition);

/** The good call with some bytes inside a text. */
function withBytes(...bytes: readonly number[]): Uint8Array {
  const [before = '', after = ''] = envelope({ ...addition, trace_id: 'HERE' }).split('HERE');
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
}

const wrongBytes: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ['invalid UTF-8', withBytes(0xc3, 0x28)],
  ['overlong UTF-8', withBytes(0xc0, 0xaf)],
  ['a surrogate in UTF-8', withBytes(0xed, 0xa0, 0x80)],
  ['UTF-8 that is cut off', withBytes(0xe2, 0x82)],
  ['UTF-16', Buffer.from(`\ufeff${good}`, 'utf16le')],
  ['UTF-16 without a mark', Buffer.from(good, 'utf16le')],
  ['a byte order mark inside', Buffer.from(good.replace('{"tool_id"', '\ufeff{"tool_id"'))],
  ['two byte order marks', Buffer.from(`\ufeff\ufeff${good}`)],
  ['a null byte at the end', Buffer.concat([Buffer.from(good), Buffer.from([0])])],
];

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
  ['of what is no JSON', gzipSync('{"request":')],
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

/** CASE-23. */
export const byteCases: CaseGroup = {
  title: 'Edge 23: bytes',
  cases: [
    {
      title: 'a byte order mark before the body is no part of it',
      requirements: ['OTC-CALL-01'],
      needs: ['documents'],
      grade: 'advised',
      run: async (server) => strictEqual(expectValue(await server.post(`\ufeff${good}`)), 15),
    },
    ...wrongBytes.map(
      ([name, bytes]): OtcCase => ({
        title: `a body is refused for its bytes: ${name}`,
        requirements: ['OTC-CALL-07'],
        run: async (server) => void expectRefused(await server.post(bytes)),
      }),
    ),
    ...['latin1', 'utf-16', 'iso-8859-1', 'nonsense'].map(
      (charset): OtcCase => ({
        title: `a body in ${charset} is refused`,
        requirements: ['OTC-CALL-07'],
        run: async (server) =>
          void expectRefused(await server.post(good, { 'content-type': `application/json; charset=${charset}` })),
      }),
    ),
    {
      title: 'half a character, written as JSON, comes back the same way or is refused',
      requirements: ['OTC-RESP-05'],
      needs: ['fixtures'],
      run: async (server) => {
        const answer = await server.post(echoBody({ a: 'x\ud800y' }));
        expectStatus(answer, 200, 400);
        if (answer.status === 200) strictEqual((expectValue(answer) as { a: string }).a, 'x\ud800y');
      },
    },
    {
      title: 'characters survive wherever the network cuts them',
      requirements: ['OTC-RESP-05'],
      needs: ['fixtures'],
      run: async (server) => {
        const bytes = Buffer.from(echoBody({ a: '🛎️ü' }));
        const cut = bytes.indexOf(0xf0) + 2;
        const head = post(server, { contentLength: bytes.length });
        const steps = [Buffer.concat([head, bytes.subarray(0, cut)]), { pauseMs: 50 }, bytes.subarray(cut)];
        const { answers } = await server.converse(steps, { endpoints: ['POST /tools/call'] });
        strictEqual((expectValue(answers[0] ?? missing()) as { a: string }).a, '🛎️ü');
      },
    },
    ...compressed.map(
      ([encoding, bytes]): OtcCase => ({
        title: `a compressed body is understood or refused: ${encoding}`,
        requirements: ['OTC-CALL-07'],
        needs: ['documents'],
        run: async (server) => {
          const answer = await server.post(bytes, { 'content-encoding': encoding });
          expectStatus(answer, 200, 400);
          if (answer.status === 200) strictEqual(expectValue(answer), 15);
        },
      }),
    ),
    ...brokenlyCompressed.map(
      ([name, bytes]): OtcCase => ({
        title: `a body that is not compressed as it says is refused: ${name}`,
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
        title: `a body in an encoding the server does not know is refused: ${encoding}`,
        requirements: ['OTC-CALL-07'],
        run: async (server) => void expectRefused(await server.post(good, { 'content-encoding': encoding })),
      }),
    ),
    {
      title: 'a body that would inflate to a gigabyte is refused quickly',
      requirements: ['OTC-CALL-07'],
      needs: ['fixtures'],
      run: async (server) => {
        const answer = await server.post(gzipBomb(), { 'content-encoding': 'gzip' });
        expectRefused(answer);
        ok(answer.tookMs < 5000, `answered after ${Math.round(answer.tookMs)} ms`);
        await expectAlive(server);
      },
    },
    {
      title: 'a body in chunks, without a length, is read',
      requirements: ['OTC-CALL-01'],
      needs: ['documents'],
      run: async (server) => {
        const headers = { 'content-type': 'application/json' };
        const answer = await server.send({ method: 'POST', path: '/tools/call', headers, body: good, chunked: true });
        strictEqual(expectValue(answer), 15);
      },
    },
    {
      title: 'a body said to have 2 GB is refused before it comes, and the connection closed',
      requirements: ['OTC-CALL-07'],
      waits: true,
      run: async (server) => {
        const head = post(server, { contentLength: 2 ** 31 });
        const { answers, closed } = await server.converse([head, '{"request":'], {
          untilClosed: true,
          timeoutMs: 5000,
        });
        const [answer = missing()] = answers;
        expectStatus(answer, 400, 413);
        ok(closed, 'the connection stayed open');
      },
    },
    {
      title: 'a client that asks before it sends its body is answered',
      requirements: ['OTC-CALL-01'],
      needs: ['documents'],
      run: async (server) => {
        const head = post(server, { contentLength: Buffer.byteLength(good), headers: ['Expect: 100-continue'] });
        const { answers } = await server.converse([head, { pauseMs: 50 }, good], { endpoints: ['POST /tools/call'] });
        strictEqual(expectValue(answers[0] ?? missing()), 15);
      },
    },
  ],
};

function post(
  server: OtcServer,
  more: { readonly contentLength: number; readonly headers?: readonly string[] },
): Uint8Array {
  const headers = ['Content-Type: application/json', ...(more.headers ?? [])];
  return server.bytes({ method: 'POST', path: '/tools/call', headers, contentLength: more.contentLength });
}

function missing(): never {
  throw new Error('the server closed the connection without an answer');
}
