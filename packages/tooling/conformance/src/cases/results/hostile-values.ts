import { deepStrictEqual } from 'node:assert/strict';
import type { OtcServer } from '../../client/otc-server.ts';
import { resultCanary } from '../../fixtures/canaries.ts';
import type { CaseGroup, OtcCase } from '../otc-case.ts';
import { expectAlive } from '../support/calls.ts';
import { expectFailure, expectResult, expectStatus, expectWithout } from '../support/expect.ts';

const hostile = ['cyclic', 'getter_throws', 'proxy_throws', 'to_json_throws', 'deep', 'huge'];

/** Results that throw or change when they are read (CASE-13). */
export const hostileValueCases: CaseGroup = {
  title: 'Edge 13: hostile values',
  cases: [
    ...hostile.map(
      (kind): OtcCase => ({
        title: `a hostile result is a failure, and the server keeps running: ${kind}`,
        requirements: ['OTC-CALL-12', 'OTC-RESP-05', 'OTC-CALL-04'],
        needs: ['fixtures'],
        run: async (server) => {
          const response = await server.call({ tool_id: 'Conf.Bad@1.0.0', input: { kind } });
          expectFailure(response);
          expectWithout(response, resultCanary);
          await expectHealthy(server);
        },
      }),
    ),
    {
      title: 'a result whose toJSON returns nothing is null, or a failure',
      requirements: ['OTC-RESP-05'],
      needs: ['fixtures'],
      run: async (server) => {
        const response = await server.call({ tool_id: 'Conf.Bad@1.0.0', input: { kind: 'to_json_undefined' } });
        const result = expectResult(response);
        if (result.success) deepStrictEqual(result.value ?? null, null);
        else expectFailure(response);
        await expectHealthy(server);
      },
    },
    {
      title: 'a result that changes after it was returned is sent unchanged, or is a failure',
      requirements: ['OTC-RESP-05'],
      needs: ['fixtures'],
      run: async (server) => {
        const response = await server.call({ tool_id: 'Conf.Bad@1.0.0', input: { kind: 'mutated_after_return' } });
        const result = expectResult(response);
        if (result.success) deepStrictEqual(result.value, { a: 1 });
        else expectFailure(response);
        await expectHealthy(server);
      },
    },
  ],
};

async function expectHealthy(server: OtcServer): Promise<void> {
  expectStatus(await server.send({ path: '/health' }), 200);
  await expectAlive(server);
}
