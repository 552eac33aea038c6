import { ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { jsonBody } from '../subject/exchange-check.ts';
import { parametersOf } from '../subject/listing.ts';
import { addition, bareId, count, envelope, toolWithRequiredParameter } from './calls.ts';
import { expectFailure, expectInvalid, expectRefused, expectResult, expectStatus, expectValue } from './expect.ts';
import { type CaseGroup, CaseSkipped } from './otc-case.ts';

/** OTC-CALL. */
export const callCases: CaseGroup = {
  title: 'Call tool',
  cases: [
    {
      title: 'a call takes JSON and answers JSON',
      requirements: ['OTC-CALL-01', 'OTC-CALL-05'],
      needs: ['documents'],
      run: async (server) => {
        const answer = await server.call(addition);
        expectStatus(answer, 200);
        strictEqual(server.schemas.callAnswer(jsonBody('The call', answer)), undefined);
      },
    },
    {
      title: 'every kind of refusal is JSON as well',
      requirements: ['OTC-CALL-01', 'OTC-CALL-07'],
      run: async (server) => {
        for (const body of ['{', envelope({ tool_id: 'No.Such' }), envelope({ tool_id: '' })]) {
          expectRefused(await server.post(body));
        }
      },
    },
    {
      title: 'a call without $schema is answered like one with the current version',
      requirements: ['OTC-CALL-03', 'OTC-SCHV-04'],
      needs: ['documents'],
      run: async (server) => {
        const calls = [await server.call(addition, { schema: null }), await server.call(addition)];
        for (const answer of calls) strictEqual(expectValue(answer), 15);
        const refusals = [
          await server.call({ tool_id: 'No.Such' }, { schema: null }),
          await server.call({ tool_id: 'No.Such' }),
        ].map((answer) => expectRefused(answer).message);
        strictEqual(refusals[0], refusals[1]);
      },
    },
    {
      title: 'a tool that failed is answered 200',
      requirements: ['OTC-CALL-04', 'OTC-CALL-12'],
      needs: ['documents'],
      run: async (server) => {
        const input = { doorbell_id: 'no-such-doorbell' };
        expectFailure(await server.call({ tool_id: 'Doorbell.Ring@0.1.0', input }));
      },
    },
    {
      title: 'unknown tool, bad input and a failing tool are three different answers',
      requirements: ['OTC-CALL-06'],
      needs: ['documents', 'fixtures'],
      run: async (server) => {
        expectRefused(await server.call({ tool_id: 'Calculator.Subtract@1.0.0', input: {} }));
        expectInvalid(await server.call({ tool_id: 'Calculator.Add@1.0.0', input: {} }));
        expectFailure(await server.call({ tool_id: 'Conf.Throw@1.0.0', input: { kind: 'error' } }));
      },
    },
    {
      title: 'a server that is about to stop refuses calls with 400',
      requirements: ['OTC-CALL-07a', 'OTC-CALL-07'],
      needs: ['draining'],
      run: async (server) => {
        const answer = await server.call(addition);
        expectRefused(answer);
        ok(answer.headers['retry-after'] !== undefined, 'expected a Retry-After header');
      },
    },
    {
      title: 'an unsupported version of the standard is refused',
      requirements: ['OTC-CALL-07b', 'OTC-SCHV-06', 'OTC-CALL-07'],
      run: async (server) => void expectRefused(await server.call(addition, { schema: 'otc://9.9' })),
    },
    {
      title: 'an unknown or invalid tool id is refused with 400, never 404',
      requirements: ['OTC-CALL-07c', 'OTC-CALL-07'],
      run: async (server) => {
        for (const toolId of ['Nobody.HasThisTool', 'Nobody.HasThisTool@1.0.0', 'not a tool id', '']) {
          expectRefused(await server.call({ tool_id: toolId, input: {} }));
        }
      },
    },
    {
      title: 'a version that is not available is refused',
      requirements: ['OTC-CALL-07d', 'OTC-VER-02', 'OTC-CALL-07'],
      run: async (server) => {
        const tool = await toolWithRequiredParameter(server);
        expectRefused(await server.call({ tool_id: `${bareId(tool)}@999.0.0` }));
        expectRefused(await server.call({ tool_id: `${bareId(tool)}@999` }));
      },
    },
    {
      title: 'a call without valid credentials is refused with 400',
      requirements: ['OTC-CALL-07e', 'OTC-AUTH-06', 'OTC-AUTH-12'],
      needs: ['credentials'],
      run: async (server) => {
        for (const headers of [{}, { authorization: 'Bearer garbage' }, { 'otc-api-key': 'wrong' }]) {
          const answer = await server.send({
            method: 'POST',
            path: '/tools/call',
            headers: { 'content-type': 'application/json', ...headers },
            body: envelope(addition),
            anonymous: true,
          });
          expectRefused(answer);
          ok(answer.headers['www-authenticate'] !== undefined, 'expected a WWW-Authenticate header');
        }
      },
    },
    {
      title: 'a refusal has a message for users, and a developer_message only as text',
      requirements: ['OTC-CALL-08', 'OTC-CALL-09', 'OTC-ERR-01'],
      run: async (server) => {
        for (const toolId of ['No.Such', 'no such', '', 'Calculator.Add@x']) {
          const body = expectRefused(await server.call({ tool_id: toolId }));
          ok(body.developer_message === undefined || typeof body.developer_message === 'string');
        }
      },
    },
    {
      title: 'input is checked before the tool runs',
      requirements: ['OTC-CALL-10', 'OTC-CALL-11'],
      needs: ['fixtures'],
      run: async (server) => {
        const key = randomUUID();
        for (const wrong of [{ amount: 'one' }, { delayMs: -1 }, { amount: 1.5 }, { amount: null }]) {
          expectInvalid(await server.call({ tool_id: 'Conf.Counter@1.0.0', input: { key, ...wrong } }));
        }
        strictEqual(await count(server, key), 1, 'a call with invalid input ran its tool');
      },
    },
    {
      title: 'a missing parameter is answered 422, by name',
      requirements: ['OTC-CALL-11', 'OTC-ERR-02'],
      run: async (server) => {
        const tool = await toolWithRequiredParameter(server);
        const { required } = parametersOf(tool);
        const { parameter_errors: errors } = expectInvalid(await server.call({ tool_id: tool.id, input: {} }));
        for (const name of required) ok(errors === undefined || Object.hasOwn(errors, name), `no error for '${name}'`);
      },
    },
    {
      title: 'a parameter of the wrong type is answered 422, by name, and never converted',
      requirements: ['OTC-CALL-11', 'OTC-CALL-10'],
      needs: ['documents'],
      run: async (server) => {
        for (const b of ['5', true, null, [5], { n: 5 }, '']) {
          expectInvalid(await server.call({ tool_id: 'Calculator.Add@1.0.0', input: { a: 10, b } }), 'b');
        }
      },
    },
    {
      title: 'every listed tool with a typed parameter refuses a value of another type',
      requirements: ['OTC-CALL-11'],
      run: async (server) => {
        const wrong: Record<string, unknown> = {
          string: 1,
          number: 'x',
          integer: 'x',
          boolean: 'x',
          array: 'x',
          object: 'x',
        };
        let checked = 0;
        for (const tool of await server.tools()) {
          const [name, value] = firstWrongParameter(tool, wrong) ?? [];
          if (name === undefined) continue;
          checked += 1;
          expectInvalid(await server.call({ tool_id: tool.id, input: { [name]: value } }));
        }
        if (checked === 0) throw new CaseSkipped('No listed tool has a parameter of a plain type.');
      },
    },
    {
      title: 'a tool that throws is answered 200 with an error',
      requirements: ['OTC-CALL-12', 'OTC-CALL-04', 'OTC-RESP-06'],
      needs: ['fixtures'],
      run: async (server) => {
        for (const rejects of [false, true]) {
          const input = { kind: 'error', rejects };
          const answer = await server.call({ tool_id: 'Conf.Throw@1.0.0', input });
          expectFailure(answer);
          ok(expectResult(answer).call_id !== '');
        }
      },
    },
  ],
};

function firstWrongParameter(
  tool: Parameters<typeof parametersOf>[0],
  wrong: Readonly<Record<string, unknown>>,
): readonly [name: string, value: unknown] | undefined {
  // Which comes first, bad input or missing requirements, is not the standard's word.
  if (tool.requirements !== undefined) return undefined;
  for (const [name, schema] of Object.entries(parametersOf(tool).properties)) {
    const { type } = schema as { type?: unknown };
    if (typeof type === 'string' && type in wrong) return [name, wrong[type]];
  }
  return undefined;
}
