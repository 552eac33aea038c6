import { ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type CaseGroup, groupOf } from '../otc-case.ts';
import { callConf, envelope } from '../support/calls.ts';
import { expectFailure, expectValue } from '../support/expect.ts';

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
