import { strictEqual } from 'node:assert/strict';
import { type CaseGroup, casesFor } from '../otc-case.ts';
import { addition, additionBody, counterCall, expectNothingRuns, postRequest } from '../support/calls.ts';
import { expectRefused, expectStatus, expectValue, expectValueOrRefusal } from '../support/expect.ts';

const acceptedTypes: readonly string[] = [
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'application/json; charset="utf-8"',
  'application/json;',
  'application/vnd.otc+json',
  'application/json ; charset=utf-8',
  'application/json; CHARSET=UTF-8',
  'application/json; charset=utf-8; version=1',
];

const refusedTypes: readonly string[] = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain; a=application/json',
  'application/jsonp',
  'text/json',
  'application/octet-stream',
  'nonsense',
  '',
  'application/*',
  '*/*',
  'application/json, application/json',
  'application/json/x',
  'application/ json',
  'application/json x',
  'application/x-json',
  'application/x-ndjson',
  'application/json-seq',
  'application/javascript',
  'application/xml',
  'application/msgpack',
  'json',
];

/** Content types (CASE-22). */
export const contentTypeCases: CaseGroup = {
  title: 'Edge 22: content types',
  cases: [
    ...casesFor(acceptedTypes, (contentType) => ({
      title: `a call is accepted as ${JSON.stringify(contentType)}`,
      requirements: ['OTC-CALL-01'],
      needs: ['documents'],
      ...(contentType.includes('+json') && { grade: 'advised' as const }),
      run: async (server) => {
        const response = await server.call(addition, { 'content-type': contentType });
        strictEqual(expectValue(response), 15);
      },
    })),
    ...casesFor(refusedTypes, (contentType) => ({
      title: `a call is refused as ${JSON.stringify(contentType)}`,
      requirements: ['OTC-CALL-01', 'OTC-CALL-07'],
      run: async (server) => void expectRefused(await server.call(addition, { 'content-type': contentType })),
    })),
    ...casesFor(['latin1', 'utf-16', 'iso-8859-1', 'nonsense'], (charset) => ({
      title: `a body in ${charset} is refused`,
      requirements: ['OTC-CALL-07'],
      grade: 'advised',
      run: async (server) =>
        void expectRefused(await server.post(additionBody, { 'content-type': `application/json; charset=${charset}` })),
    })),
    {
      title: 'a call without a content type is refused, because any web page could send it',
      requirements: ['OTC-CALL-01', 'OTC-CALL-07'],
      run: async (server) => void expectRefused(await server.send({ ...postRequest(additionBody), headers: {} })),
    },
    {
      title: 'a call with two content types is refused',
      requirements: ['OTC-CALL-01', 'OTC-CALL-07'],
      run: async (server) => {
        for (const types of [
          ['application/json', 'text/plain'],
          ['text/plain', 'application/json'],
        ] as const) {
          const headers = { 'content-type': types };
          expectRefused(await server.send({ ...postRequest(additionBody), headers }));
        }
      },
    },
    {
      title: 'a call with a refused type runs nothing',
      requirements: ['OTC-CALL-07'],
      needs: ['fixtures'],
      run: (server) =>
        expectNothingRuns(server, async (key) => {
          for (const contentType of refusedTypes) {
            expectStatus(await server.post(counterCall(key), { 'content-type': contentType }), 400);
          }
          expectStatus(await server.send({ ...postRequest(counterCall(key)), headers: {} }), 400);
        }),
    },
    {
      title: 'the response is JSON for every Accept header',
      requirements: ['OTC-CALL-01'],
      needs: ['documents'],
      run: async (server) => {
        for (const accept of ['text/html', 'application/xml', '*/*', 'nonsense', 'application/json;q=0']) {
          expectValueOrRefusal(await server.call(addition, { accept }), 15);
        }
      },
    },
    {
      title: 'a content type without a body, as the official client sends, is not an error',
      requirements: ['OTC-LIST-01', 'OTC-LIST-05'],
      run: async (server) => {
        const headers = { 'content-type': 'application/json' };
        expectStatus(await server.send({ path: '/tools', headers }), 200);
        expectStatus(await server.send({ path: '/tools', headers: { ...headers, 'content-length': '0' } }), 200);
      },
    },
  ],
};
