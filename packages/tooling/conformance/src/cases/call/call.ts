import { strictEqual } from 'node:assert/strict';
import { jsonBody } from '../../client/check-response.ts';
import type { CaseGroup } from '../otc-case.ts';
import { addition, callConf } from '../support/calls.ts';
import {
  expectFailure,
  expectInvalid,
  expectRefused,
  expectStatus,
  expectValue,
  expectVersion,
} from '../support/expect.ts';
import { callInputCases } from './inputs.ts';
import { callRefusalCases } from './refusals.ts';

/** Calls (OTC-CALL). */
export const callCases: CaseGroup = {
  title: 'Call tool',
  cases: [
    {
      title: 'a call accepts and returns JSON',
      requirements: ['OTC-CALL-01', 'OTC-CALL-05'],
      needs: ['documents'],
      run: async (server) => {
        const response = await server.call(addition);
        expectStatus(response, 200);
        strictEqual(server.schemas.callEnvelope(jsonBody('POST /tools/call', response)), undefined);
      },
    },
    {
      title: 'a call without $schema returns the same as a call with the current version',
      requirements: ['OTC-CALL-03', 'OTC-SCHV-04'],
      needs: ['documents'],
      run: async (server) => {
        const calls = [await server.call(addition, { schema: null }), await server.call(addition)];
        for (const response of calls) {
          strictEqual(expectValue(response), 15);
          expectVersion((jsonBody('POST /tools/call', response) as { $schema?: unknown }).$schema);
        }
        for (const schema of [null, 'otc://1.0']) expectRefused(await server.call({ tool_id: 'No.Such' }, { schema }));
      },
    },
    {
      title: 'a failed tool returns 200',
      requirements: ['OTC-CALL-04', 'OTC-CALL-12'],
      needs: ['documents'],
      run: async (server) => {
        const input = { doorbell_id: 'no-such-doorbell' };
        expectFailure(await server.call({ tool_id: 'Doorbell.Ring@0.1.0', input }));
      },
    },
    {
      title: 'an unknown tool, invalid input and a failing tool have three different responses',
      requirements: ['OTC-CALL-06'],
      needs: ['documents', 'fixtures'],
      run: async (server) => {
        expectRefused(await server.call({ tool_id: 'Calculator.Subtract@1.0.0', input: {} }));
        expectInvalid(await server.call({ tool_id: 'Calculator.Add@1.0.0', input: {} }));
        expectFailure(await callConf(server, 'Throw', { kind: 'error' }));
      },
    },
    ...callRefusalCases,
    ...callInputCases,
  ],
};
