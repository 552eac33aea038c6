import { ok, strictEqual } from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { type CaseGroup, casesFor, groupOf } from '../otc-case.ts';
import { callConf, expectAlive } from '../support/calls.ts';
import { expectDuration, expectFailure, expectStatus } from '../support/expect.ts';

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
