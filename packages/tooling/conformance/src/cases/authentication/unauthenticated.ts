import { ok, strictEqual } from 'node:assert/strict';
import type { RawStep } from '../../client/raw-conversation.ts';
import { summarize } from '../../client/response.ts';
import { type CaseGroup, casesFor, groupOf } from '../otc-case.ts';
import {
  addition,
  counterCall,
  expectNothingRuns,
  invalidCredentials,
  jsonHeaders,
  postRequest,
} from '../support/calls.ts';
import { expectStatus, expectValue, expectWithout, noResponse } from '../support/expect.ts';
import { callWith, expectChallenge, listWith } from './attempts.ts';
import { bodies, bypasses, validCall } from './unauthenticated-requests.ts';

/** Two requests on one connection, in different orders. */
const orders: readonly (readonly [
  name: string,
  steps: (...bytes: readonly [Uint8Array, Uint8Array]) => readonly RawStep[],
])[] = [
  ['one after the other', (first, second) => [first, { responses: 1 }, second]],
  ['pipelined', (first, second) => [Buffer.concat([first, second])]],
];

/** OTC-AUTH: responses of a server that requires credentials to requests without them. */
export const unauthenticatedCases: CaseGroup = groupOf({
  title: 'Credentials: none',
  needs: ['credentials'],
  cases: [
    {
      title: 'a call returns 400 and the listing 401, both with WWW-Authenticate',
      requirements: ['OTC-CALL-07e', 'OTC-LIST-07', 'OTC-AUTH-06', 'OTC-AUTH-12'],
      needs: ['credentials', 'documents'],
      // Other cases require the statuses. HTTP requires the header only with 401.
      grade: 'advised',
      run: async (server) => {
        const call = await callWith(server);
        expectStatus(call, 400);
        ok(call.headers['www-authenticate'], `WWW-Authenticate header: expected one, got ${summarize(call)}`);
        expectChallenge(await listWith(server));
      },
    },
    {
      title: 'a refusal shows no tools',
      requirements: ['OTC-LIST-07'],
      run: async (server) => {
        // A name may be any word, such as `message`.
        const texts = (await server.tools()).flatMap(({ id, description }) => [id, JSON.stringify(description ?? id)]);
        for (const response of [await callWith(server), await listWith(server)]) expectWithout(response, ...texts);
      },
    },
    {
      title: 'WWW-Authenticate names the Bearer scheme and no reason',
      requirements: ['OTC-AUTH-12'],
      needs: ['credentials', 'jwt'],
      grade: 'advised',
      run: async (server) => {
        const { 'www-authenticate': challenge = '' } = (await listWith(server)).headers;
        ok(/\bbearer\b/i.test(challenge), `WWW-Authenticate: expected the Bearer scheme, got '${challenge}'`);
        ok(!/error|expired|invalid/i.test(challenge), `WWW-Authenticate: expected no reason, got '${challenge}'`);
      },
    },
    ...casesFor(bypasses, ([name, request]) => ({
      title: `no bypass: ${name}`,
      requirements: ['OTC-LIST-07', 'OTC-CALL-07e', 'OTC-AUTH-06'],
      needs: ['credentials', 'documents'],
      run: async (server) => {
        const response = await server.send({ ...request, anonymous: true });
        expectWithout(response, '"success"', ...(await server.tools()).map(({ id }) => id));
      },
    })),
    {
      title: 'no bypass: HEAD of the listing',
      requirements: ['OTC-LIST-07'],
      run: async (server) => {
        const { etag = 'none' } = (await server.send({ path: '/tools' })).headers;
        const bytes = server.bytes({ method: 'HEAD', path: '/tools', anonymous: true });
        const [head] = (await server.converse([bytes])).responses;
        const { status, headers } = head ?? noResponse();
        // HEAD is optional, but it must not respond to unauthenticated requests.
        ok((status >= 400 && status < 500) || status === 501, `HEAD /tools: expected 4xx or 501, got ${status}`);
        ok(headers['etag'] !== etag, 'ETag of HEAD /tools: expected none, got the ETag of the listing');
      },
    },
    {
      title: 'no bypass: a conditional request for the listing',
      requirements: ['OTC-LIST-07'],
      run: async (server) => {
        const { etag = '*' } = (await server.send({ path: '/tools' })).headers;
        for (const tag of [etag, '*']) {
          expectStatus(await server.send({ path: '/tools', headers: { 'if-none-match': tag }, anonymous: true }), 401);
        }
      },
    },
    ...casesFor(bodies, ([name, request]) => ({
      title: `the refusal does not depend on the body: ${name}`,
      requirements: ['OTC-CALL-07e', 'OTC-AUTH-06'],
      needs: ['credentials', 'documents'],
      grade: 'advised',
      run: async (server) => {
        const plain = await server.send({ ...validCall, anonymous: true });
        const other = await server.send({ ...validCall, ...request, anonymous: true });
        strictEqual(summarize(other), summarize(plain));
      },
    })),
    {
      title: 'a refused call runs nothing',
      requirements: ['OTC-CALL-07e', 'OTC-AUTH-06'],
      needs: ['credentials', 'fixtures'],
      run: (server) =>
        expectNothingRuns(server, async (key) => {
          for (const credentials of invalidCredentials) {
            const headers = { ...jsonHeaders, ...credentials };
            expectStatus(await server.send({ ...postRequest(counterCall(key)), headers, anonymous: true }), 400);
          }
        }),
    },
    ...casesFor(orders, ([name, steps]) => ({
      title: `credentials apply to one request, not to its connection: ${name}`,
      requirements: ['OTC-AUTH-06', 'OTC-AUTH-12'],
      needs: ['credentials', 'documents'],
      run: async (server) => {
        const bytes = [server.bytes({ path: '/tools' }), server.bytes({ path: '/tools', anonymous: true })] as const;
        const { responses } = await server.converse(steps(...bytes), 2);
        expectStatus(responses[0] ?? noResponse(), 200);
        if (responses[1] !== undefined) expectChallenge(responses[1]);
      },
    })),
    {
      title: 'concurrent callers each get their own response',
      requirements: ['OTC-AUTH-06', 'OTC-AUTH-12'],
      needs: ['credentials', 'documents'],
      run: async (server) => {
        const callBothWays = async (): Promise<void> => {
          const [authenticated, anonymous] = await Promise.all([server.call(addition), callWith(server)]);
          strictEqual(expectValue(authenticated), 15);
          expectStatus(anonymous, 400);
        };
        await Promise.all(Array.from({ length: 20 }, callBothWays));
      },
    },
    {
      title: 'the health check returns 200 with and without credentials',
      requirements: ['OTC-HLTH-02', 'OTC-HLTH-01'],
      run: async (server) => {
        for (const anonymous of [false, true]) expectStatus(await server.send({ path: '/health', anonymous }), 200);
      },
    },
    {
      title: 'a refusal is not cacheable',
      requirements: ['OTC-LIST-07'],
      grade: 'advised',
      run: async (server) => {
        const { 'cache-control': caching } = (await listWith(server)).headers;
        ok(/no-store/.test(caching ?? ''), `Cache-Control: expected no-store, got ${caching}`);
      },
    },
    {
      title: 'a listing that requires credentials is not cacheable by shared caches',
      requirements: ['OTC-LIST-07'],
      grade: 'advised',
      run: async (server) => {
        const { 'cache-control': caching = '' } = (await server.send({ path: '/tools' })).headers;
        ok(!/\bpublic\b|s-maxage/.test(caching), `Cache-Control: expected neither public nor s-maxage, got ${caching}`);
      },
    },
  ],
});
