import type { OtcServer } from '../subject/otc-server.ts';
import { addition } from './calls.ts';
import { expectRefused, expectStatus, expectValue } from './expect.ts';
import type { CaseGroup } from './otc-case.ts';

async function health(server: OtcServer, headers: Record<string, string> = {}): Promise<number> {
  const answer = await server.send({ path: '/health', headers, anonymous: true });
  return answer.status;
}

/** OTC-HLTH. */
export const healthCases: CaseGroup = {
  title: 'Health check',
  cases: [
    {
      title: 'GET /health answers 200 with any body',
      requirements: ['OTC-HLTH-01'],
      run: async (server) => expectStatus(await server.send({ path: '/health' }), 200),
    },
    ...(
      [
        ['none', {}],
        ['a worthless bearer token', { authorization: 'Bearer garbage' }],
        ['another scheme', { authorization: 'Basic Z2FyYmFnZQ==' }],
        ['a wrong API key', { 'otc-api-key': 'wrong' }],
      ] as const
    ).map(([credentials, headers]) => ({
      title: `the health check asks for no credentials: ${credentials}`,
      requirements: ['OTC-HLTH-02'] as const,
      run: async (server: OtcServer) =>
        expectStatus(await server.send({ path: '/health', headers, anonymous: true }), 200),
    })),
    {
      title: 'a content type without a body, as the official client sends, is no error',
      requirements: ['OTC-HLTH-01'],
      run: async (server) =>
        expectStatus(await server.send({ path: '/health', headers: { 'content-type': 'application/json' } }), 200),
    },
    {
      title: 'a server that takes calls is healthy',
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
        const answer = await server.call({ tool_id: 'Nobody.HasThisTool@1.0.0' });
        const { message } = expectRefused(answer);
        if (/unavailable|overloaded|draining/i.test(message)) throw new Error(`healthy, and yet: ${message}`);
      },
    },
    {
      title: 'a server that is about to stop says 503, or 200',
      requirements: ['OTC-HLTH-04'],
      needs: ['draining'],
      run: async (server) => {
        const status = await health(server);
        if (status !== 503 && status !== 200) throw new Error(`expected 503 or 200, got ${status}`);
      },
    },
  ],
};
