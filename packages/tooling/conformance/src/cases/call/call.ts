import { ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { jsonBody } from '../../client/check-response.ts';
import { type ListedTool, parametersOf } from '../../client/listing.ts';
import { type CaseGroup, CaseSkipped } from '../otc-case.ts';
import {
  addition,
  additionBody,
  bareId,
  callConf,
  envelope,
  expectNoRun,
  invalidCredentials,
  jsonHeaders,
  postRequest,
  toolWithRequiredParameter,
} from '../support/calls.ts';
import {
  expectFailure,
  expectInvalid,
  expectRefused,
  expectStatus,
  expectValue,
  expectVersion,
} from '../support/expect.ts';

const valuesOfOtherTypes: Readonly<Record<string, unknown>> = {
  string: 1,
  number: 'x',
  integer: 'x',
  boolean: 'x',
  array: 'x',
  object: 'x',
};

/** Returns a parameter of a plain type, and a value of another type. */
function firstInvalidParameter(tool: ListedTool): readonly [name: string, value: unknown] | undefined {
  // The standard does not define which comes first: invalid input or missing requirements.
  if (tool.requirements !== undefined) return undefined;
  for (const [name, schema] of Object.entries(parametersOf(tool).properties)) {
    const { type } = Object(schema) as { type?: unknown };
    if (typeof type === 'string' && type in valuesOfOtherTypes) return [name, valuesOfOtherTypes[type]];
  }
  return undefined;
}

/** Calls (OTC-CALL). */
export const callCases: CaseGroup = {
  title: 'Call tool',
  cases: [
    {
      title: 'a call accepts and returns JSON',
      requirements: ['OTC-CALL-01', 'OTC-CALL-05'],
      needs: ['documents'],
      run: async (server) => {
        const response = await server.call(addition);
        expectStatus(response, 200);
        strictEqual(server.schemas.callEnvelope(jsonBody('POST /tools/call', response)), undefined);
      },
    },
    {
      title: 'a call without $schema returns the same as a call with the current version',
      requirements: ['OTC-CALL-03', 'OTC-SCHV-04'],
      needs: ['documents'],
      run: async (server) => {
        const bodiesOf = (request: object): string[] => [JSON.stringify({ request }), envelope(request)];
        for (const body of bodiesOf(addition)) {
          const response = await server.post(body);
          strictEqual(expectValue(response), 15);
          expectVersion((jsonBody('POST /tools/call', response) as { $schema?: unknown }).$schema);
        }
        for (const body of bodiesOf({ tool_id: 'No.Such' })) expectRefused(await server.post(body));
      },
    },
    {
      title: 'a failed tool returns 200',
      requirements: ['OTC-CALL-04', 'OTC-CALL-12'],
      needs: ['documents'],
      run: async (server) => {
        const input = { doorbell_id: 'no-such-doorbell' };
        expectFailure(await server.call({ tool_id: 'Doorbell.Ring@0.1.0', input }));
      },
    },
    {
      title: 'an unknown tool, invalid input and a failing tool have three different responses',
      requirements: ['OTC-CALL-06'],
      needs: ['documents', 'fixtures'],
      run: async (server) => {
        expectRefused(await server.call({ tool_id: 'Calculator.Subtract@1.0.0', input: {} }));
        expectInvalid(await server.call({ tool_id: 'Calculator.Add@1.0.0', input: {} }));
        expectFailure(await callConf(server, 'Throw', { kind: 'error' }));
      },
    },
    {
      title: 'a draining server refuses calls with 400',
      requirements: ['OTC-CALL-07a', 'OTC-CALL-07'],
      needs: ['draining'],
      run: async (server) => void expectRefused(await server.call(addition)),
    },
    {
      title: 'a draining server sends a Retry-After header',
      requirements: ['OTC-CALL-07a'],
      needs: ['draining'],
      grade: 'advised',
      run: async (server) => {
        const { headers } = await server.call(addition);
        ok(headers['retry-after'] !== undefined, 'Retry-After header: expected one, got none');
      },
    },
    {
      title: 'an unknown or invalid tool ID is refused with 400, never 404',
      requirements: ['OTC-CALL-07c', 'OTC-CALL-07'],
      run: async (server) => {
        for (const toolId of ['Unknown.Tool', 'Unknown.Tool@1.0.0', 'not a tool id', '']) {
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
        for (const credentials of invalidCredentials) {
          const request = { ...postRequest(additionBody), headers: { ...jsonHeaders, ...credentials } };
          expectRefused(await server.send({ ...request, anonymous: true }));
        }
      },
    },
    {
      title: 'a refusal has a message for users, and any developer_message is a string',
      requirements: ['OTC-CALL-08', 'OTC-CALL-09', 'OTC-ERR-01'],
      run: async (server) => {
        // `call` checks the type of `developer_message`.
        for (const toolId of ['No.Such', 'no such', '', 'Calculator.Add@x']) {
          expectRefused(await server.call({ tool_id: toolId }));
        }
      },
    },
    {
      title: 'input is checked before the tool runs',
      requirements: ['OTC-CALL-10', 'OTC-CALL-11'],
      needs: ['fixtures'],
      run: async (server) => {
        const key = randomUUID();
        for (const invalid of [{ amount: 'one' }, { amount: 1.5 }, { amount: null }]) {
          expectInvalid(await callConf(server, 'Counter', { key, ...invalid }));
        }
        await expectNoRun(server, key, 'a call with invalid input');
      },
    },
    {
      title: 'a missing parameter returns 422 and is named',
      requirements: ['OTC-CALL-11', 'OTC-ERR-02'],
      run: async (server) => {
        const tool = await toolWithRequiredParameter(server);
        const { required } = parametersOf(tool);
        const { parameter_errors: errors } = expectInvalid(await server.call({ tool_id: tool.id, input: {} }));
        // A server may report only the first problem that it finds.
        ok(
          errors === undefined || required.some((name) => Object.hasOwn(errors, name)),
          `parameter_errors: expected one for ${required.join(' or ')}, got ${JSON.stringify(errors)}`,
        );
      },
    },
    {
      title: 'a parameter of the wrong type returns 422, is named, and is never converted',
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
        let checked = 0;
        for (const tool of await server.tools()) {
          const [name, value] = firstInvalidParameter(tool) ?? [];
          if (name === undefined) continue;
          checked += 1;
          expectInvalid(await server.call({ tool_id: tool.id, input: { [name]: value } }));
        }
        if (checked === 0) throw new CaseSkipped('No listed tool has a parameter of a plain type.');
      },
    },
  ],
};
