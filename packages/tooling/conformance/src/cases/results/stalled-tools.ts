import { ok, strictEqual } from 'node:assert/strict';
import type { CaseGroup, OtcCase } from '../otc-case.ts';
import { expectAlive } from '../support/calls.ts';
import { expectFailure, expectStatus } from '../support/expect.ts';

/** CASE-16; Conf.Stall has 200 ms, and settles after 400 ms if at all. */
export const stalledToolCases: CaseGroup = {
  title: 'Edge 16: tools that do not settle',
  cases: [
    ...['never', 'late_value', 'late_error', 'late_nonsense'].map(
      (how): OtcCase => ({
        title: `a tool that takes too long is a failure at its deadline: ${how}`,
        requirements: ['OTC-CALL-12', 'OTC-CALL-04'],
        needs: ['fixtures'],
        waits: true,
        run: async (server) => {
          const response = await server.call({ tool_id: 'Conf.Stall@1.0.0', input: { how } });
          const error = expectFailure(response);
          ok(response.tookMs >= 190, `answered after ${Math.round(response.tookMs)} ms`);
          ok(response.tookMs < 2000, `answered after ${Math.round(response.tookMs)} ms`);
          // The outcome is unknown, and the tool does not declare that it is idempotent.
          strictEqual(error.can_retry ?? false, false);
        },
      }),
    ),
    {
      title: 'the failure reports a timeout',
      requirements: ['OTC-RESP-06'],
      needs: ['fixtures'],
      grade: 'advised',
      waits: true,
      run: async (server) => {
        const { message } = expectFailure(await server.call({ tool_id: 'Conf.Stall@1.0.0', input: { how: 'never' } }));
        ok(/time|long|second|within/i.test(message), message);
      },
    },
    {
      title: 'a tool that settles after its deadline has no effect',
      requirements: ['OTC-CALL-12'],
      needs: ['fixtures'],
      waits: true,
      run: async (server) => {
        for (const how of ['late_value', 'late_error', 'late_nonsense']) {
          expectFailure(await server.call({ tool_id: 'Conf.Stall@1.0.0', input: { how } }));
        }
        await new Promise((resolve) => setTimeout(resolve, 500));
        expectStatus(await server.send({ path: '/health' }), 200);
        await expectAlive(server);
      },
    },
  ],
};
