import { deepStrictEqual } from 'node:assert/strict';
import type { OtcServer } from '../../client/otc-server.ts';
import { resultCanary } from '../../fixtures/canaries.ts';
import { type CaseGroup, casesFor, groupOf } from '../otc-case.ts';
import { callConf, expectAlive } from '../support/calls.ts';
import { expectFailure, expectResult, expectStatus, expectWithout } from '../support/expect.ts';

const hostile = ['cyclic', 'getter_throws', 'proxy_throws', 'to_json_throws'];
// The standard limits neither the depth nor the size of a result.
const excessive = ['deep', 'huge'];

/** Results that throw or change when they are read (CASE-13). */
export const hostileValueCases: CaseGroup = groupOf({
  title: 'Edge 13: hostile values',
  needs: ['fixtures'],
  cases: [
    ...casesFor([...hostile, ...excessive], (kind) => ({
      title: `a hostile result is a failure, and the server keeps running: ${kind}`,
      requirements: ['OTC-CALL-12', 'OTC-RESP-05', 'OTC-CALL-04'],
      ...(excessive.includes(kind) && { grade: 'advised' as const }),
      run: async (server) => {
        const response = await callConf(server, 'Bad', { kind });
        expectFailure(response);
        expectWithout(response, resultCanary);
        await expectHealthy(server);
      },
    })),
    ...casesFor(excessive, (kind) => ({
      title: `an excessive result is sent or is a failure, and the server keeps running: ${kind}`,
      requirements: ['OTC-CALL-12', 'OTC-CALL-04'],
      run: async (server) => {
        expectResult(await callConf(server, 'Bad', { kind }));
        await expectHealthy(server);
      },
    })),
    ...casesFor(
      [
        ['a result whose toJSON returns nothing is null, or a failure', 'to_json_undefined', null],
        [
          'a result that changes after it was returned is sent unchanged, or is a failure',
          'mutated_after_return',
          { a: 1 },
        ],
      ],
      ([title, kind, value]) => ({
        title,
        requirements: ['OTC-RESP-05'],
        run: async (server) => {
          const response = await callConf(server, 'Bad', { kind });
          const result = expectResult(response);
          if (result.success) deepStrictEqual(result.value ?? null, value);
          else expectFailure(response);
          await expectHealthy(server);
        },
      }),
    ),
  ],
});

async function expectHealthy(server: OtcServer): Promise<void> {
  expectStatus(await server.send({ path: '/health' }), 200);
  await expectAlive(server);
}
