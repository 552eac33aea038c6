import { ok } from 'node:assert/strict';
import { exceptionCanary, secretCanary as secret, tokenCanary as token } from '../canaries.ts';
import type { Answer } from '../subject/answer.ts';
import { expectFailure, expectInvalid, expectRefused, expectWithout } from './expect.ts';
import type { CaseGroup, OtcCase } from './otc-case.ts';

const value = 'canary-value-c40d92';

const truncated: readonly (readonly [name: string, body: string])[] = [
  ['cut off', `{"request":{"tool_id":"Calculator.Add","context":{"secrets":[{"id":"A","value":"${secret}"`],
  ['with a word too many', `{"request":{"context":{"secrets":["${secret}" oops]}}}`],
  ['short', `${secret}`],
  ['a bare word after a secret', `{"a":"${secret}",}`],
];

/** What must never be seen in an answer; every case of every group looks for stacks, paths and parsers' texts besides. */
export const leakCases: CaseGroup = {
  title: 'Leaks',
  cases: [
    ...truncated.map(
      ([name, body]): OtcCase => ({
        title: `a body that is not JSON is not quoted: ${name}`,
        requirements: ['OTC-CALL-08', 'OTC-CALL-07'],
        run: async (server) => {
          const answer = await server.post(body);
          expectRefused(answer);
          expectWithout(answer, secret, secret.slice(0, 10), secret.slice(-10));
        },
      }),
    ),
    {
      title: 'a rejected value is not in the message, and a long one is nowhere',
      requirements: ['OTC-CALL-11', 'OTC-ERR-02'],
      needs: ['documents'],
      run: async (server) => {
        const short = await server.call({ tool_id: 'Calculator.Add@1.0.0', input: { a: 1, b: value } });
        ok(!expectInvalid(short).message.includes(value));
        const long = value.repeat(50);
        const answer = await server.call({ tool_id: 'Calculator.Add@1.0.0', input: { a: 1, b: long } });
        expectInvalid(answer);
        expectWithout(answer, long.slice(0, 200));
      },
    },
    {
      title: 'tokens and secrets are in no answer, whatever else is wrong with the call',
      requirements: ['OTC-CALL-08', 'OTC-TAUTH-04', 'OTC-SECR-03'],
      needs: ['documents'],
      run: async (server) => {
        const context = {
          authorization: [{ id: 'github', token }],
          secrets: [{ id: 'OTHER', value: secret }],
        };
        const calls = [
          { tool_id: 'Gmail.GetEmails@1.2.0', input: {}, context },
          { tool_id: 'Gmail.GetEmails@1.2.0', input: { query: 1 }, context },
          { tool_id: 'SMS.Send@0.1.2', input: { to: '1', message: '2' }, context },
          { tool_id: 'No.Such', context },
          { tool_id: '', context },
          { tool_id: 'Doorbell.Ring', input: { doorbell_id: 'doorbell1' }, context },
          { tool_id: 'Calculator.Add@1.0.0', input: { a: 1, b: 2 }, context: { ...context, authorization: token } },
        ];
        for (const call of calls) expectWithout(await server.call(call), token, secret);
        const headers = { authorization: `Bearer ${token}`, 'otc-api-key': secret };
        expectWithout(await server.call({ tool_id: 'No.Such' }, { headers }), token, secret);
      },
    },
    {
      title: 'the text, the cause and the stack of an unexpected exception stay on the server',
      requirements: ['OTC-CALL-12', 'OTC-RESP-06'],
      needs: ['fixtures'],
      run: async (server) => {
        for (const kind of ['error', 'type_error', 'string', 'aggregate', 'message_getter_throws', 'cyclic']) {
          const answer: Answer = await server.call({ tool_id: 'Conf.Throw@1.0.0', input: { kind } });
          expectFailure(answer);
          expectWithout(answer, exceptionCanary, '/srv/');
        }
      },
    },
    {
      title: 'answers are not stored on the way, and not sniffed for another type',
      requirements: ['OTC-CALL-01'],
      grade: 'advised',
      run: async (server) => {
        const { headers } = await server.call({ tool_id: 'No.Such' });
        ok(
          headers['x-content-type-options'] === 'nosniff',
          `x-content-type-options: ${headers['x-content-type-options']}`,
        );
        ok(/no-store/.test(headers['cache-control'] ?? ''), `cache-control: ${headers['cache-control']}`);
      },
    },
  ],
};
