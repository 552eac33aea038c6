import { strictEqual } from 'node:assert/strict';
import { type CaseGroup, casesFor } from '../otc-case.ts';
import { addition, additionBody, bareId, toolWithRequiredParameter } from '../support/calls.ts';
import { expectInvalid, expectRefused, expectValue } from '../support/expect.ts';

const invalidToolIds: readonly (readonly [name: string, request: unknown])[] = [
  ['missing', {}],
  ['null', { tool_id: null }],
  ['a number', { tool_id: 1 }],
  ['an object', { tool_id: {} }],
  ['an array', { tool_id: ['Calculator.Add'] }],
];

/** The request of a call (OTC-REQ). */
export const requestCases: CaseGroup = {
  title: 'Call request',
  cases: [
    {
      // `envelopes.ts` has other bodies without a request.
      title: 'a body without a request is refused: only a $schema',
      requirements: ['OTC-REQ-01', 'OTC-CALL-07'],
      run: async (server) => void expectRefused(await server.post('{"$schema":"otc://1.0"}')),
    },
    ...casesFor(invalidToolIds, ([name, request]) => ({
      title: `a tool_id that is not a string is refused: ${name}`,
      requirements: ['OTC-REQ-02', 'OTC-CALL-07c'],
      run: async (server) => void expectRefused(await server.call(request)),
    })),
    {
      title: 'a request in an envelope runs',
      requirements: ['OTC-REQ-01'],
      needs: ['documents'],
      run: async (server) => strictEqual(expectValue(await server.call(addition)), 15),
    },
    {
      title: 'a trace_id changes nothing',
      requirements: ['OTC-REQ-04'],
      needs: ['documents'],
      run: async (server) => {
        for (const traceId of ['trace_123', '', '\r\nX-Injected: 1', '00-ff-ff-00', 'x'.repeat(200)]) {
          const response = await server.call({ ...addition, trace_id: traceId });
          strictEqual(expectValue(response), 15);
          strictEqual(response.headers['x-injected'], undefined);
        }
      },
    },
    {
      title: 'a tool without parameters needs no input',
      requirements: ['OTC-REQ-05'],
      needs: ['documents'],
      run: async (server) => void expectValue(await server.call({ tool_id: 'System.GetTimestamp@1.0.0' })),
    },
    {
      title: 'a required parameter is reported as missing when there is no input',
      requirements: ['OTC-REQ-05', 'OTC-CALL-11'],
      run: async (server) => {
        const tool = await toolWithRequiredParameter(server);
        expectInvalid(await server.call({ tool_id: tool.id }));
      },
    },
    {
      title: 'the member inputs, which one page names, is read when input is absent',
      requirements: ['OTC-REQ-05'],
      needs: ['documents'],
      grade: 'advised',
      run: async (server) => {
        const { input: inputs, tool_id } = addition;
        strictEqual(expectValue(await server.call({ tool_id, inputs })), 15);
        strictEqual(expectValue(await server.call({ tool_id, input: inputs, inputs })), 15);
        expectRefused(await server.call({ tool_id, input: inputs, inputs: { a: 1, b: 1 } }));
      },
    },
    {
      title: 'unknown members of a context are ignored',
      requirements: ['OTC-REQ-06'],
      needs: ['documents'],
      run: async (server) => {
        const context = { x: 1, authorization: [], secrets: [], user_id: 'user_123' };
        strictEqual(expectValue(await server.call({ ...addition, context })), 15);
      },
    },
    {
      title: 'unknown members of a request and of its context are ignored',
      requirements: ['OTC-REQ-06'],
      needs: ['documents'],
      // The published schema forbids them in a request.
      grade: 'advised',
      run: async (server) => {
        const body = {
          $schema: 'otc://1.0',
          extra: true,
          request: { ...addition, another: { deep: [1] }, context: { x: 1 } },
        };
        strictEqual(expectValue(await server.post(JSON.stringify(body))), 15);
      },
    },
    {
      title: 'null means an absent member',
      requirements: ['OTC-REQ-06'],
      needs: ['documents'],
      grade: 'advised',
      run: async (server) => {
        const context = { authorization: null, secrets: null, user_id: null };
        strictEqual(expectValue(await server.call({ ...addition, call_id: null, trace_id: null, context })), 15);
        strictEqual(expectValue(await server.call({ ...addition, context: null })), 15);
      },
    },
    {
      title: 'the order of members does not matter',
      requirements: ['OTC-REQ-01'],
      needs: ['documents'],
      run: async (server) => {
        const { tool_id, input } = addition;
        const body = JSON.stringify({ request: { input, tool_id }, $schema: 'otc://1.0' });
        strictEqual(expectValue(await server.post(body)), 15);
      },
    },
    {
      title: 'a listed tool is found by its bare ID',
      requirements: ['OTC-REQ-02', 'OTC-VER-04'],
      run: async (server) => {
        const tool = await toolWithRequiredParameter(server);
        expectInvalid(await server.call({ tool_id: bareId(tool) }));
      },
    },
    {
      title: 'white space around the envelope is not an error',
      requirements: ['OTC-REQ-01'],
      needs: ['documents'],
      run: async (server) => {
        strictEqual(expectValue(await server.post(`\r\n\t ${additionBody} \n`)), 15);
      },
    },
  ],
};
