import { notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { exceptionCanary } from '../../canaries.ts';
import { throwKinds } from '../../fixtures/conf/throw-kinds.ts';
import { expectAlive } from '../calls.ts';
import { expectFailure, expectWithout } from '../expect.ts';
import type { CaseGroup, OtcCase } from '../otc-case.ts';

/** CASE-15. */
export const thrownValueCases: CaseGroup = {
  title: 'Edge 15: throwing what is no error',
  cases: [
    ...throwKinds.flatMap((kind) => [thrown(kind, false), thrown(kind, true)]),
    {
      title: 'the server goes on after all of them',
      requirements: ['OTC-CALL-12'],
      needs: ['fixtures'],
      run: expectAlive,
    },
  ],
};

function thrown(kind: string, rejects: boolean): OtcCase {
  return {
    title: `a tool that ${rejects ? 'rejects with' : 'throws'} ${kind} fails with a plain message and no hints`,
    requirements: ['OTC-CALL-12', 'OTC-CALL-04', 'OTC-RESP-06'],
    needs: ['fixtures'],
    run: async (server) => {
      const answer = await server.call({ tool_id: 'Conf.Throw@1.0.0', input: { kind, rejects } });
      const error = expectFailure(answer);
      for (const text of ['undefined', 'null', '42', '123', '']) notStrictEqual(error.message.trim(), text);
      ok(!error.message.includes('[object'), error.message);
      // Only the library's own errors may give hints to the client.
      strictEqual(error.can_retry ?? false, false);
      strictEqual(error.retry_after_ms, undefined);
      strictEqual(error.additional_prompt_content, undefined);
      expectWithout(answer, exceptionCanary);
    },
  };
}
