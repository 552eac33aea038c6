import { notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { exceptionCanary } from '../../fixtures/canaries.ts';
import { throwKinds } from '../../fixtures/conf/throwing.ts';
import { type CaseGroup, groupOf, type OtcCase } from '../otc-case.ts';
import { callConf, expectAlive } from '../support/calls.ts';
import { expectFailure } from '../support/expect.ts';

/** Exceptions that are not errors (CASE-15). */
export const thrownValueCases: CaseGroup = groupOf({
  title: 'Edge 15: thrown values that are not errors',
  needs: ['fixtures'],
  cases: [
    ...throwKinds.flatMap((kind) => [thrown(kind, false), thrown(kind, true)]),
    {
      title: 'the server keeps running after all of them',
      requirements: ['OTC-CALL-12'],
      run: expectAlive,
    },
  ],
});

function thrown(kind: string, rejects: boolean): OtcCase {
  return {
    title: `a tool that ${rejects ? 'rejects with' : 'throws'} ${kind} fails with a plain message and no hints`,
    requirements: ['OTC-CALL-12', 'OTC-CALL-04', 'OTC-RESP-06'],
    run: async (server) => {
      const error = expectFailure(await callConf(server, 'Throw', { kind, rejects }));
      for (const text of ['undefined', 'null', '42', '123', '']) notStrictEqual(error.message.trim(), text);
      ok(!error.message.includes('[object'), `message: expected a plain message, got '${error.message}'`);
      // Only the library's error classes may send hints to the client.
      strictEqual(error.can_retry ?? false, false);
      strictEqual(error.retry_after_ms, undefined);
      strictEqual(error.additional_prompt_content, undefined);
      ok(!error.message.includes(exceptionCanary), `message: expected no exception, got '${error.message}'`);
    },
  };
}
