import { notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { exceptionCanary } from '../../fixtures/canaries.ts';
import { throwKinds } from '../../fixtures/conf/throwing.ts';
import { type CaseGroup, casesFor, groupOf, type OtcCase } from '../otc-case.ts';
import { callConf, expectAlive } from '../support/calls.ts';
import { expectDuration, expectFailure, expectStatus } from '../support/expect.ts';

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

/** Tools that exceed their timeout (CASE-16). Conf.Stall has a timeout of 200 ms, and settles after 400 ms or never. */
export const stalledToolCases: CaseGroup = groupOf({
  title: 'Edge 16: tools that do not settle',
  needs: ['fixtures'],
  cases: [
    ...casesFor(['never', 'late_value', 'late_error', 'late_nonsense'], (kind) => ({
      title: `a tool that takes too long is a failure at its deadline: ${kind}`,
      requirements: ['OTC-CALL-12', 'OTC-CALL-04'],
      waits: true,
      run: async (server) => {
        const response = await callConf(server, 'Stall', { how: kind });
        const error = expectFailure(response);
        expectDuration(response, 190, 10_000);
        // The outcome is unknown, and the tool does not declare that it is idempotent.
        strictEqual(error.can_retry ?? false, false);
      },
    })),
    {
      title: 'the failure reports a timeout',
      requirements: ['OTC-RESP-06'],
      grade: 'advised',
      waits: true,
      run: async (server) => {
        const { message } = expectFailure(await callConf(server, 'Stall', { how: 'never' }));
        ok(/time|long|second|within/i.test(message), `message: expected a word about time, got '${message}'`);
      },
    },
    {
      title: 'a tool that settles after its deadline has no effect',
      requirements: ['OTC-CALL-12'],
      waits: true,
      run: async (server) => {
        for (const kind of ['late_value', 'late_error', 'late_nonsense']) {
          expectFailure(await callConf(server, 'Stall', { how: kind }));
        }
        await wait(500);
        expectStatus(await server.send({ path: '/health' }), 200);
        await expectAlive(server);
      },
    },
  ],
});
