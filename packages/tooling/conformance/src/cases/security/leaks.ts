import { ok } from 'node:assert/strict';
import { findLeak } from '../../client/check-response.ts';
import type { TestResponse } from '../../client/response.ts';
import { exceptionCanary, secretCanary as secret, tokenCanary as token } from '../../fixtures/canaries.ts';
import { type CaseGroup, casesFor } from '../otc-case.ts';
import { callConf, envelope, toolWithRequiredParameter } from '../support/calls.ts';
import { expectFailure, expectInvalid, expectRefused, expectWithout, type ServerErrorBody } from '../support/expect.ts';

const value = 'canary-value-c40d92';

const invalidBodies: readonly (readonly [name: string, body: string])[] = [
  ['truncated JSON', `{"request":{"tool_id":"Calculator.Add","context":{"secrets":[{"id":"A","value":"${secret}"`],
  ['an extra word', `{"request":{"context":{"secrets":["${secret}" oops]}}}`],
  ['a bare word', `${secret}`],
  ['a trailing comma', `{"a":"${secret}",}`],
];

/** Data that a response must not contain. Every other case also checks for stacks, paths and parser messages. */
export const leakCases: CaseGroup = {
  title: 'Leaks',
  cases: [
    ...casesFor(invalidBodies, ([name, body]) => ({
      title: `a body that is not JSON is not quoted: ${name}`,
      requirements: ['OTC-CALL-08', 'OTC-CALL-07'],
      run: async (server) => {
        const response = await server.post(body);
        expectRefused(response);
        expectWithout(response, secret, secret.slice(0, 10), secret.slice(-10));
      },
    })),
    {
      title: 'a rejected value is not in the message, and a long value is not in the response',
      requirements: ['OTC-CALL-11', 'OTC-ERR-02'],
      needs: ['documents'],
      // The standard does not define the content of a message.
      grade: 'advised',
      run: async (server) => {
        const short = await server.call({ tool_id: 'Calculator.Add@1.0.0', input: { a: 1, b: value } });
        const { message } = expectInvalid(short);
        ok(!message.includes(value), `message: expected no rejected value, got '${message}'`);
        const long = value.repeat(50);
        const response = await server.call({ tool_id: 'Calculator.Add@1.0.0', input: { a: 1, b: long } });
        expectInvalid(response);
        expectWithout(response, long.slice(0, 200));
      },
    },
    {
      title: 'no response to an invalid call contains tokens or secrets',
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
        expectWithout(await server.call({ tool_id: 'No.Such' }, headers), token, secret);
      },
    },
    {
      title: 'the message, the cause and the stack of an unexpected exception stay on the server',
      requirements: ['OTC-CALL-12', 'OTC-RESP-06'],
      needs: ['fixtures'],
      // A developer_message may contain them.
      grade: 'advised',
      run: async (server) => {
        for (const kind of ['error', 'type_error', 'string', 'aggregate', 'message_getter_throws', 'cyclic']) {
          const response: TestResponse = await callConf(server, 'Throw', { kind });
          expectFailure(response);
          expectWithout(response, exceptionCanary, '/srv/');
        }
      },
    },
    {
      title: 'a developer_message contains no stack, no path and no message of a parser',
      requirements: ['OTC-CALL-09'],
      grade: 'advised',
      run: async (server) => {
        const { id } = await toolWithRequiredParameter(server);
        const bodies = ['{', '{"a":1,}', envelope({ tool_id: 'No.Such' }), envelope({ tool_id: id, input: {} })];
        for (const body of bodies) {
          const { developer_message: detail = '' } = JSON.parse((await server.post(body)).text) as ServerErrorBody;
          const leak = findLeak(detail);
          ok(leak === undefined, `developer_message: expected one without ${leak}, got '${detail}'`);
        }
      },
    },
    {
      title: 'responses are not cached and not sniffed for another type',
      requirements: ['OTC-CALL-01'],
      grade: 'advised',
      run: async (server) => {
        const { headers } = await server.call({ tool_id: 'No.Such' });
        ok(
          headers['x-content-type-options'] === 'nosniff',
          `X-Content-Type-Options: expected nosniff, got ${headers['x-content-type-options']}`,
        );
        ok(
          /no-store/.test(headers['cache-control'] ?? ''),
          `Cache-Control: expected no-store, got ${headers['cache-control']}`,
        );
      },
    },
  ],
};
