import { strictEqual } from 'node:assert/strict';
import { type CaseGroup, casesFor } from '../otc-case.ts';
import { addition, additionBody, echoCall, envelope, postHead } from '../support/calls.ts';
import { expectRefused, expectValue, expectValueOrRefusal, noResponse } from '../support/expect.ts';
import { arrivingBodyCases } from './arriving-bodies.ts';
import { compressedBodyCases } from './compressed-bodies.ts';

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
    ...casesFor(['latin1', 'utf-16', 'iso-8859-1', 'nonsense'], (charset) => ({
      title: `a body in ${charset} is refused`,
      requirements: ['OTC-CALL-07'],
      grade: 'advised',
      run: async (server) =>
        void expectRefused(await server.post(additionBody, { 'content-type': `application/json; charset=${charset}` })),
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
        const { responses } = await server.converse(steps, { endpoints: ['POST /tools/call'] });
        strictEqual((expectValue(responses[0] ?? noResponse()) as { a: string }).a, '🛎️ü');
      },
    },
    ...compressedBodyCases,
    ...arrivingBodyCases,
  ],
};
