import { ok, strictEqual } from 'node:assert/strict';
import { type CaseGroup, casesFor, groupOf } from '../otc-case.ts';
import { callConf } from '../support/calls.ts';
import { expectResult, expectValue } from '../support/expect.ts';

/** Results without a value (CASE-11). */
export const nullValueCases: CaseGroup = groupOf({
  title: 'Edge 11: null and missing values',
  needs: ['fixtures'],
  cases: [
    ...casesFor(['undefined', 'null'], (returns) => ({
      title: `a tool that returns nothing has value null or no value: ${returns}`,
      requirements: ['OTC-RESP-04', 'OTC-RESP-05'],
      run: async (server) => {
        const value = expectValue(await callConf(server, 'Void', { returns }));
        ok(value === null || value === undefined, `value: expected null or none, got ${JSON.stringify(value)}`);
      },
    })),
    {
      title: 'a tool that returns nothing has value: null',
      requirements: ['OTC-RESP-04'],
      needs: ['documents'],
      grade: 'advised',
      run: async (server) => {
        const call = { tool_id: 'Doorbell.Ring@0.1.0', input: { doorbell_id: 'doorbell42' } };
        strictEqual(expectValue(await server.call(call)), null);
      },
    },
    {
      title: 'null is a value where the output schema allows it',
      requirements: ['OTC-RESP-05'],
      // A null response may contain only metadata.
      grade: 'advised',
      run: async (server) => strictEqual(expectValue(await callConf(server, 'Nullable')), null),
    },
    {
      title: 'a tool without output never shows a value that it returned',
      requirements: ['OTC-RESP-05'],
      run: async (server) => {
        const result = expectResult(await callConf(server, 'Void', { returns: 'five' }));
        strictEqual(result.value ?? null, null);
      },
    },
  ],
});
