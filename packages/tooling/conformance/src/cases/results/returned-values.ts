import { ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type CaseGroup, casesFor, groupOf } from '../otc-case.ts';
import { callConf, envelope } from '../support/calls.ts';
import { expectFailure, expectResult, expectValue } from '../support/expect.ts';

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

/** Results that violate the output schema (CASE-14). */
export const wrongShapeCases: CaseGroup = groupOf({
  title: 'Edge 14: results of the wrong shape',
  needs: ['fixtures'],
  cases: [
    {
      title: 'the string "15" is not converted to a number, and the call fails',
      requirements: ['OTC-RESP-05', 'OTC-CALL-12'],
      run: async (server) => {
        const { can_retry: canRetry = false } = expectFailure(await callConf(server, 'WrongNumber'));
        strictEqual(canRetry, false);
        expectFailure(await callConf(server, 'WrongShape'));
      },
    },
    {
      title: 'developer_message names the invalid part of a result',
      requirements: ['OTC-RESP-05', 'OTC-RESP-07'],
      grade: 'advised',
      run: async (server) => {
        const error = expectFailure(await callConf(server, 'WrongShape'));
        const { developer_message: detail } = error;
        ok(detail?.includes('sum'), `developer_message: expected the name 'sum', got '${detail}'`);
      },
    },
    {
      title: '1.0 is an integer',
      requirements: ['OTC-RESP-05', 'OTC-CALL-10'],
      run: async (server) => {
        const call = { tool_id: 'Conf.Counter@1.0.0', input: { key: randomUUID(), amount: 'HERE' } };
        strictEqual(expectValue(await server.post(envelope(call).replace('"HERE"', '1.0'))), 1);
      },
    },
  ],
});
