import { strictEqual } from 'node:assert/strict';
import type { OtcServer } from '../../client/otc-server.ts';
import type { TestResponse } from '../../client/response.ts';
import { type CaseGroup, groupOf, type OtcCase } from '../otc-case.ts';
import { anyCallWith, callConf, envelope, expectAlive } from '../support/calls.ts';
import { expectInvalid, expectQuick, expectRefused, expectStatus, expectValue } from '../support/expect.ts';

const oneMebibyte = 1024 * 1024;

/** Returns a call of Conf.Any whose body has this depth. */
function nested(levels: number, open = '[', close = ']', core = ''): string {
  const innerLevels = levels - 3;
  return anyCallWith(open.repeat(innerLevels) + core + close.repeat(innerLevels));
}

async function postQuickly(server: OtcServer, body: string): Promise<TestResponse> {
  const response = await expectQuick(() => server.post(body));
  await expectAlive(server);
  return response;
}

const manyKeys = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')}}`;

/** Deep, long and costly input (CASE-21). The standard limits neither the depth, the size nor the time. */
export const deepAndWideCases: CaseGroup = groupOf({
  title: 'Edge 21: deep and wide',
  needs: ['fixtures'],
  grade: 'advised',
  cases: [
    ...[4_105, 20_000, 200_000].flatMap((levels): readonly OtcCase[] => [
      {
        title: `${levels} nested lists are refused quickly`,
        requirements: ['OTC-CALL-07'],
        run: async (server) => void expectRefused(await postQuickly(server, nested(levels))),
      },
      {
        title: `${levels} lists that are never closed are refused quickly`,
        requirements: ['OTC-CALL-07'],
        run: async (server) => void expectRefused(await postQuickly(server, anyCallWith('['.repeat(levels)))),
      },
    ]),
    {
      title: '20000 nested objects are refused quickly',
      requirements: ['OTC-CALL-07'],
      run: async (server) => void expectRefused(await postQuickly(server, nested(20_000, '{"a":', '}', '1'))),
    },
    {
      title: 'depth counts in every part of a body',
      requirements: ['OTC-CALL-07'],
      run: async (server) => {
        const deep = '['.repeat(5000) + ']'.repeat(5000);
        for (const body of [
          deep,
          `{"x":${deep},"request":{"tool_id":"Conf.Echo"}}`,
          `{"request":{"tool_id":"Conf.Echo","call_id":${deep}}}`,
          `{"request":{"tool_id":"Conf.Echo","context":${deep}}}`,
          `{"$schema":${deep},"request":{"tool_id":"Conf.Echo"}}`,
        ]) {
          expectRefused(await postQuickly(server, body));
        }
      },
    },
    {
      title: '60 levels are accepted and 200 are refused',
      requirements: ['OTC-CALL-07'],
      run: async (server) => {
        expectValue(await server.post(nested(60)));
        expectRefused(await server.post(nested(200)));
      },
    },
    {
      title: 'brackets inside a string do not count as depth',
      requirements: ['OTC-CALL-05'],
      grade: 'required',
      run: async (server) => {
        for (const value of ['['.repeat(5000), `\\"${'{'.repeat(5000)}`, `\\${'['.repeat(5000)}\\`]) {
          strictEqual(expectValue(await callConf(server, 'Any', { value })), value);
        }
      },
    },
    {
      title: 'a body of more than 1 MiB is refused, and the connection closed',
      requirements: ['OTC-CALL-07'],
      run: async (server) => {
        const response = await postQuickly(server, anyCallWith(`"${'x'.repeat(oneMebibyte)}"`));
        expectRefused(response);
        strictEqual(response.headers['connection'], 'close');
      },
    },
    {
      title: 'a body of a little less than 1 MiB is accepted',
      requirements: ['OTC-CALL-05'],
      run: async (server) => {
        const value = 'x'.repeat(oneMebibyte - 200);
        strictEqual(expectValue(await server.post(anyCallWith(JSON.stringify(value)))), value);
      },
    },
    {
      title: 'a million keys are refused or answered quickly',
      requirements: ['OTC-CALL-07'],
      run: async (server) => expectStatus(await postQuickly(server, anyCallWith(manyKeys(1_000_000))), 400, 200),
    },
    {
      title: 'as many keys as the limit allows are answered quickly',
      requirements: ['OTC-CALL-07', 'OTC-CALL-10'],
      run: async (server) => {
        const keys = manyKeys(80_000);
        expectStatus(await postQuickly(server, anyCallWith(keys)), 200, 400);
        const unexpected = `{"request":{"tool_id":"Conf.Limits@1.0.0","input":${keys}}}`;
        expectStatus(await postQuickly(server, unexpected), 422, 400);
      },
    },
    {
      title: 'a number of 100000 digits is invalid or answered, quickly',
      requirements: ['OTC-CALL-10', 'OTC-CALL-11'],
      needs: ['documents', 'fixtures'],
      run: async (server) => {
        const body = envelope({ tool_id: 'Calculator.Add@1.0.0', input: { a: 'HERE', b: 1 } });
        for (const digits of ['9'.repeat(100_000), `0.${'9'.repeat(100_000)}`]) {
          expectStatus(await postQuickly(server, body.replace('"HERE"', digits)), 422, 400, 200);
        }
      },
    },
    {
      title: 'a long list whose items must all differ is answered quickly',
      requirements: ['OTC-CALL-10'],
      run: async (server) => {
        const items = Array.from({ length: 40_000 }, (_, index) => index);
        const body = envelope({ tool_id: 'Conf.Limits@1.0.0', input: { items } });
        const response = await postQuickly(server, body);
        expectStatus(response, 200, 422, 400);
        if (response.status === 200) strictEqual(expectValue(response), 40_000);
        expectInvalid(
          await postQuickly(server, envelope({ tool_id: 'Conf.Limits@1.0.0', input: { items: [1, 2, 1] } })),
        );
      },
    },
    {
      title: 'a list of 200000 items is refused or answered, quickly',
      requirements: ['OTC-CALL-10'],
      run: async (server) => {
        const items = Array.from({ length: 200_000 }, (_, index) => index);
        const body = envelope({ tool_id: 'Conf.Limits@1.0.0', input: { items } });
        expectStatus(await postQuickly(server, body), 200, 422, 400);
      },
    },
    {
      title: 'a string that makes a pattern backtrack is answered quickly',
      requirements: ['OTC-CALL-10'],
      run: async (server) => {
        const body = envelope({ tool_id: 'Conf.Limits@1.0.0', input: { text: `${'a'.repeat(500_000)}!` } });
        expectStatus(await postQuickly(server, body), 422, 400);
      },
    },
  ],
});
