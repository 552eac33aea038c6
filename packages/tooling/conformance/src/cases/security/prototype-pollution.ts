import { ok, strictEqual } from 'node:assert/strict';
import { type CaseGroup, casesFor, groupOf } from '../otc-case.ts';
import { callConf, expectAlive } from '../support/calls.ts';
import { expectStatus, expectValue, type ValidationErrorBody } from '../support/expect.ts';

const attempts: readonly (readonly [name: string, input: string])[] = [
  ['__proto__', '{"__proto__":{"admin":true},"a":1,"b":2}'],
  ['constructor', '{"constructor":{"prototype":{"x":1}}}'],
  ['nested __proto__', '{"a":{"__proto__":{"admin":true}}}'],
  ['__proto__ in a list', '{"a":[{"__proto__":{"admin":true}}]}'],
  ['prototype', '{"prototype":{"admin":true}}'],
];

interface Inspected {
  readonly keys: readonly string[];
  readonly inheritsAdmin: boolean;
  readonly polluted: boolean;
}

/** Data that targets prototypes (CASE-20). */
export const prototypePollutionCases: CaseGroup = groupOf({
  title: 'Edge 20: prototypes in data',
  needs: ['fixtures'],
  cases: [
    ...casesFor(attempts, ([name, input]) => ({
      title: `data never reaches a prototype: ${name}`,
      requirements: ['OTC-REQ-05', 'OTC-CALL-10'],
      run: async (server) => {
        const response = await server.post(`{"request":{"tool_id":"Conf.Inspect@1.0.0","input":${input}}}`);
        expectStatus(response, 200, 400, 422);
        if (response.status === 200) {
          const inspected = expectValue(response) as Inspected;
          strictEqual(inspected.inheritsAdmin, false, 'input of the tool: expected no inherited admin, got one');
        }
        const later = expectValue(await callConf(server, 'Inspect', {})) as Inspected;
        strictEqual(later.polluted, false, 'Object.prototype: expected no admin, got one');
      },
    })),
    ...casesFor(attempts, ([name, input]) => ({
      title: `the envelope never reaches a prototype: ${name}`,
      requirements: ['OTC-REQ-01'],
      run: async (server) => {
        const body = `{"__proto__":{"admin":true},"request":{"tool_id":"Conf.Inspect@1.0.0","context":${input},"__proto__":{"tool_id":"Conf.Echo@1.0.0"}}}`;
        expectStatus(await server.post(body), 200, 400);
        await expectAlive(server);
      },
    })),
    {
      title: 'a tool ID is never inherited',
      requirements: ['OTC-REQ-02'],
      run: async (server) =>
        expectStatus(await server.post('{"request":{"__proto__":{"tool_id":"Conf.Echo@1.0.0"}}}'), 400),
    },
    {
      title: 'a required parameter is never inherited',
      requirements: ['OTC-CALL-10'],
      needs: ['documents'],
      run: async (server) => {
        const body = '{"request":{"tool_id":"Calculator.Add@1.0.0","input":{"__proto__":{"a":1,"b":2}}}}';
        expectStatus(await server.post(body), 422, 400);
      },
    },
    {
      title: 'an unexpected parameter named __proto__ is reported by its name',
      requirements: ['OTC-CALL-11', 'OTC-ERR-02'],
      grade: 'advised',
      run: async (server) => {
        const response = await server.post('{"request":{"tool_id":"Conf.Limits@1.0.0","input":{"__proto__":{}}}}');
        expectStatus(response, 422);
        const { parameter_errors: errors } = JSON.parse(response.text) as ValidationErrorBody;
        ok(
          Object.hasOwn(errors ?? {}, '__proto__'),
          `parameter_errors: expected one for '__proto__', got ${response.text}`,
        );
      },
    },
  ],
});
