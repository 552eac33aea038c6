import { ok } from 'node:assert/strict';
import { type CaseGroup, casesFor } from '../otc-case.ts';
import { addition } from '../support/calls.ts';
import { expectRefused, expectStatus, expectValue } from '../support/expect.ts';

/** The health check (OTC-HLTH). */
export const healthCases: CaseGroup = {
  title: 'Health check',
  cases: [
    {
      title: 'GET /health returns 200 with any body',
      requirements: ['OTC-HLTH-01'],
      run: async (server) => expectStatus(await server.send({ path: '/health' }), 200),
    },
    ...casesFor(
      [
        ['none', {}],
        ['an invalid bearer token', { authorization: 'Bearer garbage' }],
        ['another scheme', { authorization: 'Basic Z2FyYmFnZQ==' }],
        ['an invalid API key', { 'otc-api-key': 'wrong' }],
      ],
      ([credentials, headers]) => ({
        title: `the health check requires no credentials: ${credentials}`,
        requirements: ['OTC-HLTH-02'],
        run: async (server) => expectStatus(await server.send({ path: '/health', headers, anonymous: true }), 200),
      }),
    ),
    {
      title: 'a content type without a body, as the official client sends, is not an error',
      requirements: ['OTC-HLTH-01'],
      run: async (server) =>
        expectStatus(await server.send({ path: '/health', headers: { 'content-type': 'application/json' } }), 200),
    },
    {
      title: 'a server that accepts calls is healthy',
      requirements: ['OTC-HLTH-03'],
      needs: ['documents'],
      run: async (server) => {
        expectValue(await server.call(addition));
        expectStatus(await server.send({ path: '/health' }), 200);
      },
    },
    {
      title: 'a healthy server is not temporarily unavailable',
      requirements: ['OTC-HLTH-03'],
      run: async (server) => {
        expectStatus(await server.send({ path: '/health' }), 200);
        const response = await server.call({ tool_id: 'Unknown.Tool@1.0.0' });
        const { message } = expectRefused(response);
        ok(
          !/temporarily|overloaded|draining/i.test(message),
          `message of a healthy server: expected no outage, got '${message}'`,
        );
      },
    },
    {
      title: 'a draining server returns 503 or 200',
      requirements: ['OTC-HLTH-04'],
      needs: ['draining'],
      run: async (server) => expectStatus(await server.send({ path: '/health', anonymous: true }), 503, 200),
    },
  ],
};
