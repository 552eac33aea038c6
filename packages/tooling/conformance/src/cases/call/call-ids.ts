import { ok, strictEqual } from 'node:assert/strict';
import type { OtcServer } from '../../client/otc-server.ts';
import { type CaseGroup, casesFor } from '../otc-case.ts';
import { addition, envelope, expectNothingRuns } from '../support/calls.ts';
import { expectCallIdOrRefusal, expectRefused, expectResult } from '../support/expect.ts';

const awkward: readonly (readonly [name: string, callId: string])[] = [
  ['line breaks that could start a header', 'a\r\nSet-Cookie: x=1'],
  ['an emoji', '🛎️'],
  ['a null character', 'a\u0000b'],
  ['256 characters', 'x'.repeat(256)],
];

/** Valid and invalid call IDs (CASE-06). */
export const callIdCases: CaseGroup = {
  title: 'Edge 6: call IDs',
  cases: [
    {
      title: 'an absent, null or empty call_id is generated, differently each time',
      requirements: ['OTC-RESP-01', 'OTC-REQ-03'],
      needs: ['documents'],
      // The standard defines only a `call_id` that is absent, which another case tests.
      grade: 'advised',
      run: async (server) => {
        const ids = new Set<string>();
        for (const callId of [undefined, undefined, null, null, '', '']) {
          const { call_id: id } = expectResult(await server.call({ ...addition, call_id: callId }));
          ok(!ids.has(id), `call_id: expected a new one, got ${id} again`);
          ids.add(id);
        }
      },
    },
    ...casesFor([123, 0, {}, [], true], (callId) => ({
      title: `the call_id ${JSON.stringify(callId)} is refused`,
      requirements: ['OTC-REQ-03', 'OTC-CALL-07'],
      run: async (server) => void expectRefused(await server.call({ ...addition, call_id: callId })),
    })),
    ...casesFor(awkward, ([name, callId]) => ({
      title: `a call_id is returned exactly, and sets no header: ${name}`,
      requirements: ['OTC-RESP-01', 'OTC-REQ-03'],
      needs: ['documents'],
      run: (server) => expectEchoed(server, callId),
    })),
    {
      title: 'a call_id with half a surrogate pair is returned or refused',
      requirements: ['OTC-RESP-01', 'OTC-REQ-03'],
      needs: ['documents'],
      run: async (server) => {
        // JSON can escape characters that UTF-8 cannot encode.
        const callId = 'a\ud800b';
        expectCallIdOrRefusal(await server.post(envelope({ ...addition, call_id: callId })), callId);
      },
    },
    {
      title: 'a call_id of 10 kB is refused or returned exactly',
      requirements: ['OTC-REQ-03'],
      needs: ['documents'],
      run: async (server) => {
        const callId = 'x'.repeat(10_000);
        expectCallIdOrRefusal(await server.call({ ...addition, call_id: callId }), callId);
      },
    },
    {
      title: 'a call_id of more than 256 characters is refused, and nothing runs',
      requirements: ['OTC-REQ-03', 'OTC-CALL-07'],
      needs: ['fixtures'],
      grade: 'advised',
      run: (server) =>
        expectNothingRuns(server, async (key) => {
          for (const length of [257, 10_000]) {
            const call = { tool_id: 'Conf.Counter@1.0.0', call_id: 'x'.repeat(length), input: { key } };
            expectRefused(await server.call(call));
          }
        }),
    },
  ],
};

async function expectEchoed(server: OtcServer, callId: string): Promise<void> {
  const response = await server.call({ ...addition, call_id: callId });
  strictEqual(expectResult(response).call_id, callId);
  strictEqual(response.headers['set-cookie'], undefined);
}
