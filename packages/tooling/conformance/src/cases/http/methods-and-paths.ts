import { ok, strictEqual } from 'node:assert/strict';
import { jsonBody } from '../../client/check-response.ts';
import type { TestResponse } from '../../client/response.ts';
import { type CaseGroup, casesFor, groupOf } from '../otc-case.ts';
import { additionBody, envelope, postRequest } from '../support/calls.ts';
import { expectSameHead, expectStatus, expectValue, noResponse } from '../support/expect.ts';
import { pipeliningAndHalfCloseCases } from './pipelining-and-half-close.ts';

const otherMethods: readonly (readonly [method: string, path: string, allowed: string])[] = [
  ['GET', '/tools/call', 'POST'],
  ['PUT', '/tools/call', 'POST'],
  ['DELETE', '/tools/call', 'POST'],
  ['PATCH', '/tools/call', 'POST'],
  ['POST', '/tools', 'GET'],
  ['PUT', '/tools', 'GET'],
  ['DELETE', '/tools', 'GET'],
  ['PATCH', '/tools', 'GET'],
  ['POST', '/health', 'GET'],
  ['PUT', '/health', 'GET'],
  ['DELETE', '/health', 'GET'],
  ['PATCH', '/health', 'GET'],
  ['GET', '/call', 'POST'],
  ['PUT', '/call', 'POST'],
];

const unknownPaths = [
  '//tools',
  '/tools%2Fcall',
  '/Tools',
  '/tools/../tools',
  '/tools//call',
  '/TOOLS/CALL',
  '/tools/call/x',
  '/health/x',
  '/healthz',
  '/tool',
  '/tools.json',
  '/tools;a=1',
  '/tools%20',
  '/tools/%2e%2e/tools',
  '/tools/./call',
  '/%74ools',
  '/tools%2f',
  '/tools\\call',
];

/** Methods, paths and queries (CASE-24). */
export const methodAndPathCases: CaseGroup = groupOf({
  title: 'Edge 24: methods and paths',
  grade: 'advised',
  cases: [
    ...casesFor(['/health', '/tools'], (path) => ({
      title: `HEAD ${path} returns the status and headers of GET`,
      requirements: ['OTC-HLTH-01', 'OTC-LIST-01'],
      run: async (server) => {
        const get = await server.send({ path });
        const { responses } = await server.converse([server.bytes({ method: 'HEAD', path })]);
        expectSameHead(responses[0], get);
      },
    })),
    ...casesFor(['/health', '/tools', '/tools/call'], (path) => ({
      title: `OPTIONS ${path} lists the allowed methods`,
      requirements: ['OTC-CALL-01', 'OTC-LIST-01'],
      run: async (server) => {
        const response = await server.send({ method: 'OPTIONS', path });
        expectStatus(response, 204, 200);
        expectAllowed(response, path === '/tools/call' ? 'POST' : 'GET');
      },
    })),
    {
      title: 'the server keeps running after OPTIONS *',
      requirements: ['OTC-HLTH-01'],
      run: async (server) => {
        const head = `OPTIONS * HTTP/1.1\r\nHost: ${server.target.authority}\r\n\r\n`;
        const { responses } = await server.converse([head]);
        const { status } = responses[0] ?? noResponse();
        ok(status < 500, `status: expected less than 500, got ${status}`);
        expectStatus(await server.send({ path: '/health' }), 200);
      },
    },
    ...casesFor(otherMethods, ([method, path, allowed]) => ({
      title: `${method} ${path} returns 405 with the allowed methods`,
      requirements: ['OTC-CALL-01', 'OTC-LIST-01'],
      run: async (server) => {
        const hasBody = method !== 'GET' && method !== 'DELETE';
        const response = await server.send({ ...(hasBody && postRequest(additionBody)), method, path });
        // The alias is optional.
        if (path === '/call' && response.status === 404) return;
        expectStatus(response, 405);
        expectAllowed(response, allowed);
        const { message } = jsonBody(`${method} ${path}`, response) as { message?: unknown };
        ok(typeof message === 'string' && message !== '', `message: expected a string, got ${response.text}`);
      },
    })),
    {
      title: 'a trailing slash changes nothing, or redirects with the same method',
      requirements: ['OTC-LIST-01', 'OTC-CALL-01'],
      run: async (server) => {
        expectStatus(await server.send({ path: '/tools/' }), 200, 307, 308);
        const response = await server.send(postRequest(envelope({ tool_id: '' }), '/tools/call/'));
        expectStatus(response, 400, 307, 308);
      },
    },
    {
      title: 'a trailing slash changes nothing',
      requirements: ['OTC-LIST-01', 'OTC-CALL-01', 'OTC-HLTH-01'],
      needs: ['documents'],
      run: async (server) => {
        for (const path of ['/tools', '/health']) {
          strictEqual((await server.send({ path: `${path}/` })).text, (await server.send({ path })).text);
        }
        strictEqual(expectValue(await server.send(postRequest(additionBody, '/tools/call/'))), 15);
      },
    },
    {
      title: '/call is the same as /tools/call, or unknown',
      requirements: ['OTC-CALL-01'],
      needs: ['documents'],
      run: async (server) => {
        const response = await server.send(postRequest(additionBody, '/call'));
        expectStatus(response, 200, 404, 307, 308);
        if (response.status === 200) strictEqual(expectValue(response), 15);
      },
    },
    ...casesFor(unknownPaths, (path) => ({
      title: `${path} is not found`,
      requirements: ['OTC-LIST-01', 'OTC-CALL-01'],
      run: async (server) => {
        expectStatus(await server.send({ path }), 404);
        expectStatus(await server.send(postRequest(additionBody, path)), 404);
      },
    })),
    {
      title: 'a query is ignored',
      requirements: ['OTC-LIST-01', 'OTC-CALL-01', 'OTC-HLTH-01'],
      needs: ['documents'],
      grade: 'required',
      run: async (server) => {
        for (const query of ['?', '?x=1', '?x=%ZZ&&=', '?__proto__=1', '?a=/tools/call']) {
          expectStatus(await server.send({ path: `/health${query}` }), 200);
          expectStatus(await server.send({ path: `/tools${query}` }), 200);
          strictEqual(expectValue(await server.send(postRequest(additionBody, `/tools/call${query}`))), 15);
        }
      },
    },
    ...pipeliningAndHalfCloseCases,
  ],
});

function expectAllowed({ headers }: TestResponse, method: string): void {
  ok(headers['allow']?.includes(method), `Allow header: expected ${method}, got ${headers['allow']}`);
}
