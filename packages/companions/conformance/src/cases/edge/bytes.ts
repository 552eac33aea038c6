import { strictEqual } from 'node:assert/strict';
import { addition, echoBody, envelope } from '../calls.ts';
import { expectRefused, expectStatus, expectValue, missing } from '../expect.ts';
import type { CaseGroup, OtcCase } from '../otc-case.ts';
import { arrivingBodyCases } from './arriving-bodies.ts';
import { compressedBodyCases } from './compressed-bodies.ts';
import { headOfPost } from './head-of-post.ts';

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
        const head = headOfPost(server, { contentLength: bytes.length });
        const steps = [Buffer.concat([head, bytes.subarray(0, cut)]), { pauseMs: 50 }, bytes.subarray(cut)];
        const { answers } = await server.converse(steps, { endpoints: ['POST /tools/call'] });
        strictEqual((expectValue(answers[0] ?? missing()) as { a: string }).a, '🛎️ü');
      },
    },
    ...compressedBodyCases,
    ...arrivingBodyCases,
  ],
};
