import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { OtcServer } from '../../client/otc-server.ts';
import { resultCanary } from '../../fixtures/canaries.ts';
import { type CaseGroup, casesFor, groupOf } from '../otc-case.ts';
import { callConf, envelope, expectAlive } from '../support/calls.ts';
import {
  expectFailure,
  expectInvalid,
  expectResult,
  expectStatus,
  expectValue,
  expectWithout,
} from '../support/expect.ts';

const rejected: readonly string[] = [
  'nan',
  'infinity',
  'negative_infinity',
  'nested_nan',
  'bigint',
  'nested_bigint',
  'function',
  'nested_function',
  'symbol',
  'map',
  'set',
];

// JSON can represent these without a false value. Refusing them is also correct.
const tolerated: Readonly<Record<string, unknown>> = {
  undefined: null,
  undefined_in_array: [1, null, 3],
  date: '2023-10-05T12:00:00.000Z',
  invalid_date: null,
  buffer: { type: 'Buffer', data: [98, 121, 116, 101, 115] },
  private_state: { comparable: 1 },
};

/** Results and numbers that JSON cannot represent (CASE-12). */
export const unrepresentableValueCases: CaseGroup = groupOf({
  title: 'Edge 12: values that JSON cannot represent',
  needs: ['fixtures'],
  cases: [
    ...casesFor(rejected, (kind) => ({
      title: `a result that JSON cannot represent is a failure: ${kind}`,
      requirements: ['OTC-RESP-05', 'OTC-CALL-12', 'OTC-CALL-04'],
      run: async (server) => {
        const { can_retry: canRetry = false } = expectFailure(await callConf(server, 'Bad', { kind }));
        strictEqual(canRetry, false);
      },
    })),
    ...casesFor(Object.entries(tolerated), ([kind, value]) => ({
      title: `a result that JSON changes is a failure, or its JSON form: ${kind}`,
      requirements: ['OTC-RESP-05', 'OTC-CALL-04'],
      run: async (server) => {
        const response = await callConf(server, 'Bad', { kind });
        // A null may be omitted.
        if (expectResult(response).success) deepStrictEqual(expectValue(response) ?? null, value);
        else expectFailure(response);
      },
    })),
    {
      title: 'a number that overflows is invalid input',
      requirements: ['OTC-CALL-11', 'OTC-CALL-10'],
      needs: ['documents'],
      // Other languages have larger numbers.
      grade: 'advised',
      run: async (server) => {
        for (const digits of ['1e400', '-1e400', `1${'0'.repeat(400)}`]) {
          const body = envelope({ tool_id: 'Calculator.Add@1.0.0', input: { a: 'HERE', b: 1 } }).replace(
            '"HERE"',
            digits,
          );
          expectInvalid(await server.post(body), 'a');
        }
      },
    },
    {
      title: 'the server keeps running after all of them',
      requirements: ['OTC-CALL-05'],
      run: async (server) => {
        for (const kind of rejected) expectStatus(await callConf(server, 'Bad', { kind }), 200);
        await expectAlive(server);
      },
    },
  ],
});

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
