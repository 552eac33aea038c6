import { ok, strictEqual } from 'node:assert/strict';
import { jsonBody } from '../subject/exchange-check.ts';
import { callInputCases } from './call-inputs.ts';
import { callRefusalCases } from './call-refusals.ts';
import { addition, envelope } from './calls.ts';
import { expectFailure, expectInvalid, expectRefused, expectResult, expectStatus, expectValue } from './expect.ts';
import type { CaseGroup } from './otc-case.ts';

/** OTC-CALL. */
export const callCases: CaseGroup = {
  title: 'Call tool',
  cases: [
    {
      title: 'a call takes JSON and answers JSON',
      requirements: ['OTC-CALL-01', 'OTC-CALL-05'],
      needs: ['documents'],
      run: async (server) => {
        const answer = await server.call(addition);
        expectStatus(answer, 200);
        strictEqual(server.schemas.callAnswer(jsonBody('The call', answer)), undefined);
      },
    },
    {
      title: 'every kind of refusal is JSON as well',
      requirements: ['OTC-CALL-01', 'OTC-CALL-07'],
      run: async (server) => {
        for (const body of ['{', envelope({ tool_id: 'No.Such' }), envelope({ tool_id: '' })]) {
          expectRefused(await server.post(body));
        }
      },
    },
    {
      title: 'a call without $schema is answered like one with the current version',
      requirements: ['OTC-CALL-03', 'OTC-SCHV-04'],
      needs: ['documents'],
      run: async (server) => {
        const calls = [await server.call(addition, { schema: null }), await server.call(addition)];
        for (const answer of calls) strictEqual(expectValue(answer), 15);
        const refusals = [
          await server.call({ tool_id: 'No.Such' }, { schema: null }),
          await server.call({ tool_id: 'No.Such' }),
        ].map((answer) => expectRefused(answer).message);
        strictEqual(refusals[0], refusals[1]);
      },
    },
    {
      title: 'a tool that failed is answered 200',
      requirements: ['OTC-CALL-04', 'OTC-CALL-12'],
      needs: ['documents'],
      run: async (server) => {
        const input = { doorbell_id: 'no-such-doorbell' };
        expectFailure(await server.call({ tool_id: 'Doorbell.Ring@0.1.0', input }));
      },
    },
    {
      title: 'unknown tool, bad input and a failing tool are three different answers',
      requirements: ['OTC-CALL-06'],
      needs: ['documents', 'fixtures'],
      run: async (server) => {
        expectRefused(await server.call({ tool_id: 'Calculator.Subtract@1.0.0', input: {} }));
        expectInvalid(await server.call({ tool_id: 'Calculator.Add@1.0.0', input: {} }));
        expectFailure(await server.call({ tool_id: 'Conf.Throw@1.0.0', input: { kind: 'error' } }));
      },
    },
    ...callRefusalCases,
    ...callInputCases,
    {
      title: 'a tool that throws is answered 200 with an error',
      requirements: ['OTC-CALL-12', 'OTC-CALL-04', 'OTC-RESP-06'],
      needs: ['fixtures'],
      run: async (server) => {
        for (const rejects of [false, true]) {
          const input = { kind: 'error', rejects };
          const answer = await server.call({ tool_id: 'Conf.Throw@1.0.0', input });
          expectFailure(answer);
          ok(expectResult(answer).call_id !== '');
        }
      },
    },
  ],
};
