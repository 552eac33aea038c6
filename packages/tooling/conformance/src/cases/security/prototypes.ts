import { ok, strictEqual } from 'node:assert/strict';
import type { OtcServer } from '../../client/otc-server.ts';
import { secretCanary as secret, tokenCanary as token } from '../../fixtures/canaries.ts';
import { type CaseGroup, casesFor, groupOf } from '../otc-case.ts';
import { addition, callConf, envelope, expectAlive } from '../support/calls.ts';
import {
  expectInvalid,
  expectRefused,
  expectResult,
  expectStatus,
  expectValue,
  type ValidationErrorBody,
} from '../support/expect.ts';

const prototypeNames: readonly string[] = [
  '__proto__.constructor',
  'constructor.prototype',
  'toString.call',
  'hasOwnProperty.x@1',
  '__proto__.__proto__',
  'constructor.name@1.0.0',
  'Calculator.constructor',
  'Calculator.__proto__@1.0.0',
  'Calculator.toString',
];

/** Tool IDs with names that every object inherits (CASE-05). */
export const prototypeNameCases: CaseGroup = {
  title: 'Edge 5: names of prototypes',
  cases: casesFor(prototypeNames, (toolId) => ({
    title: `the tool ${toolId} is not found`,
    requirements: ['OTC-CALL-07c', 'OTC-CALL-07'],
    run: async (server) => void expectRefused(await server.call({ tool_id: toolId, input: {} })),
  })),
};

// Every object inherits both names. Parsers and setters also treat the first one specially.
const inheritedNames = ['__proto__', 'constructor'] as const;

/** The kinds of names that a server looks up, with the expected response to an inherited name. */
const lookups: readonly (readonly [kind: string, run: (server: OtcServer, name: string) => Promise<unknown>])[] = [
  ['toolkit', async (server, name) => expectRefused(await server.call({ tool_id: `${name}.Add`, input: {} }))],
  [
    'version',
    async (server, name) => expectRefused(await server.call({ ...addition, tool_id: `Calculator.Add@${name}` })),
  ],
  [
    'call id',
    async (server, name) => {
      // Sent twice, because a server that stores call IDs would find it the second time.
      for (let attempt = 0; attempt < 2; attempt++) {
        const response = await server.call({ ...addition, call_id: name });
        strictEqual(expectValue(response), 15);
        strictEqual(expectResult(response).call_id, name);
      }
    },
  ],
  [
    'trace id',
    async (server, name) => strictEqual(expectValue(await server.call({ ...addition, trace_id: name })), 15),
  ],
  ['version of the standard', async (server, name) => expectRefused(await server.post(envelope(addition, name)))],
  [
    'member of a context',
    async (server, name) => {
      const body = envelope({ ...addition, context: 'HERE' }).replace('"HERE"', `{"${name}":{"user_id":"a"}}`);
      strictEqual(expectValue(await server.post(body)), 15);
    },
  ],
  [
    'provider',
    async (server, name) => {
      const context = { authorization: [{ id: name, token }], user_id: 'user_123' };
      expectRefused(await server.call({ tool_id: 'Gmail.GetEmails@1.2.0', input: {}, context }));
    },
  ],
  [
    'secret',
    async (server, name) => {
      const context = { secrets: [{ id: name, value: secret }] };
      expectRefused(await server.call({ tool_id: 'SMS.Send@0.1.2', input: { to: '1', message: '2' }, context }));
    },
  ],
  [
    'user',
    async (server, name) => {
      const context = { authorization: [{ id: 'google', token }], user_id: name };
      expectValue(await server.call({ tool_id: 'Gmail.GetEmails@1.2.0', input: {}, context }));
    },
  ],
  [
    'unknown parameter',
    async (server, name) =>
      expectInvalid(await server.post(`{"request":{"tool_id":"Conf.Typed","input":{"${name}":1}}}`), name),
  ],
  ['enumerated value', async (server, name) => expectInvalid(await callConf(server, 'Throw', { kind: name }), 'kind')],
  [
    'member of a query',
    async (server, name) => expectStatus(await server.send({ path: `/tools?${name}=1&${name}[x]=1` }), 200),
  ],
  ['path', async (server, name) => expectStatus(await server.send({ path: `/tools/${name}` }), 404)],
];

/** Inherited names, wherever a server looks up names from callers (CASE-05). */
export const inheritedNameCases: CaseGroup = {
  title: 'Edge 5: inherited names everywhere',
  cases: lookups.flatMap(([kind, run]) =>
    casesFor(inheritedNames, (name) => ({
      title: `${name} is treated like any other word: ${kind}`,
      requirements: ['OTC-REQ-01', 'OTC-REQ-06', 'OTC-CALL-07'],
      needs: ['documents', 'fixtures'],
      // Body parsers of frameworks may refuse some of these names.
      grade: 'advised',
      run: async (server) => {
        await run(server, name);
        await expectAlive(server);
      },
    })),
  ),
};

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
