import { strictEqual } from 'node:assert/strict';
import type { OtcServer } from '../../client/otc-server.ts';
import { secretCanary as secret, tokenCanary as token } from '../../fixtures/canaries.ts';
import { type CaseGroup, casesFor } from '../otc-case.ts';
import { addition, callConf, envelope, expectAlive } from '../support/calls.ts';
import { expectInvalid, expectRefused, expectResult, expectStatus, expectValue } from '../support/expect.ts';

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
  ['version of the standard', async (server, name) => expectRefused(await server.call(addition, { schema: name }))],
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
