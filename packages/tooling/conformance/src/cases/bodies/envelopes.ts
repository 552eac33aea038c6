import { ok, strictEqual } from 'node:assert/strict';
import { jsonBody } from '../../client/check-response.ts';
import { type CaseGroup, casesFor } from '../otc-case.ts';
import { addition, additionBody } from '../support/calls.ts';
import { expectRefused, expectStatus, expectValue, expectValueOrRefusal } from '../support/expect.ts';

const malformed: readonly (readonly [name: string, body: string])[] = [
  ['an empty body', ''],
  ['white space', ' \n'],
  ['null', 'null'],
  ['an array', '[]'],
  ['a string', '"x"'],
  ['a number', '1'],
  ['an empty object', '{}'],
  ['a request that is null', '{"request":null}'],
  ['a request that is an array', '{"request":[]}'],
  ['a request that is a string', '{"request":"x"}'],
  ['an empty request', '{"request":{}}'],
  ['truncated JSON', additionBody.slice(0, -1)],
  ['two documents', `${additionBody}${additionBody}`],
  ['two documents on two lines', `${additionBody}\n${additionBody}`],
  ['a trailing comma', `${additionBody.slice(0, -1)},}`],
  ['NaN', additionBody.replace('10', 'NaN')],
  ['Infinity', additionBody.replace('10', 'Infinity')],
  ['a comment at the start', `/* hello */${additionBody}`],
  ['a comment at the end', `${additionBody} // hello`],
  ['single quotes', additionBody.replaceAll('"', "'")],
  ['bare keys', '{request:{tool_id:"Calculator.Add"}}'],
  ['a line break inside a string', additionBody.replace('Calculator', 'Calc\nulator')],
];

/** The envelope of a call (CASE-18). */
export const envelopeCases: CaseGroup = {
  title: 'Edge 18: envelopes',
  cases: [
    ...casesFor(malformed, ([name, body]) => ({
      title: `${name} is refused`,
      requirements: ['OTC-REQ-01', 'OTC-CALL-07'],
      run: async (server) => void expectRefused(await server.post(body)),
    })),
    {
      title: 'a request without an envelope gets a response without an envelope',
      requirements: ['OTC-REQ-01'],
      needs: ['documents'],
      grade: 'advised',
      run: async (server) => {
        const response = await server.post(JSON.stringify({ ...addition, call_id: 'flat-call' }));
        expectStatus(response, 200);
        const body = jsonBody('POST /tools/call', response) as Record<string, unknown>;
        strictEqual(body['success'], true);
        strictEqual(body['value'], 15);
        strictEqual(body['call_id'], 'flat-call');
        ok(!('result' in body), `body: expected no result, got ${response.text}`);
      },
    },
    {
      title: 'a body with both a request and a bare call runs the request or is refused',
      requirements: ['OTC-REQ-01'],
      needs: ['documents'],
      run: async (server) => {
        const both = { request: addition, tool_id: 'Calculator.Add@1.0.0', input: { a: 1, b: 1 } };
        expectValueOrRefusal(await server.post(JSON.stringify(both)), 15);
      },
    },
    {
      title: 'an input of null is an empty input',
      requirements: ['OTC-REQ-05'],
      needs: ['documents'],
      grade: 'advised',
      run: async (server) => void expectValue(await server.call({ tool_id: 'System.GetTimestamp@1.0.0', input: null })),
    },
    ...casesFor([[], 'x', 1, true], (input) => ({
      title: `an input that is not an object is refused: ${JSON.stringify(input)}`,
      requirements: ['OTC-REQ-05', 'OTC-CALL-10'],
      needs: ['documents'],
      run: async (server) => {
        for (const toolId of ['Calculator.Add@1.0.0', 'System.GetTimestamp@1.0.0']) {
          expectStatus(await server.call({ tool_id: toolId, input }), 422, 400);
        }
      },
    })),
    {
      title: 'an input that is not an object is invalid input',
      requirements: ['OTC-CALL-11'],
      needs: ['documents'],
      grade: 'advised',
      run: async (server) => {
        for (const input of [[], 'x', 1]) expectStatus(await server.call({ ...addition, input }), 422);
      },
    },
  ],
};
