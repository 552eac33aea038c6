import { strictEqual } from 'node:assert/strict';
import type { OtcServer } from '../../subject/otc-server.ts';
import { addition, envelope } from '../calls.ts';
import { expectRefused, expectStatus, expectValue, missing } from '../expect.ts';
import type { OtcCase } from '../otc-case.ts';

const endpoints = ['POST /tools/call'];

/** CASE-24, for clients that use their connection in another way than most. */
export const senderCases: readonly OtcCase[] = [
  {
    title: 'HTTP/1.0 is spoken',
    requirements: ['OTC-HLTH-01', 'OTC-CALL-01'],
    needs: ['documents'],
    grade: 'advised',
    run: async (server) => {
      const get = server.bytes({ path: '/health', version: 'HTTP/1.0' });
      const health = await server.converse([get], { untilClosed: true });
      strictEqual(health.answers[0]?.status, 200);
      const { answers } = await server.converse([call(server, 'HTTP/1.0')], { untilClosed: true, endpoints });
      strictEqual(expectValue(answers[0] ?? missing()), 15);
    },
  },
  {
    title: 'requests sent ahead on one connection are answered in their order',
    requirements: ['OTC-CALL-01', 'OTC-HLTH-01'],
    needs: ['documents'],
    grade: 'advised',
    run: async (server) => {
      const health = server.bytes({ path: '/health' });
      const bytes = Buffer.concat([call(server), health, call(server), call(server)]);
      const { answers } = await server.converse([bytes], {
        answers: 4,
        endpoints: [...endpoints, 'GET /health', ...endpoints, ...endpoints],
      });
      const [first, second, third, fourth] = answers;
      for (const answer of [first, third, fourth]) strictEqual(expectValue(answer ?? missing()), 15);
      strictEqual(second?.status, 200);
    },
  },
  {
    title: 'a refused body on a kept connection does not spoil the next request',
    requirements: ['OTC-CALL-07'],
    needs: ['documents'],
    grade: 'advised',
    run: async (server) => {
      const headers = ['Content-Type: text/plain'];
      const refused = server.bytes({ method: 'POST', path: '/tools/call', headers, body: envelope(addition) });
      const { answers, closed } = await server.converse([Buffer.concat([refused, call(server)])], {
        answers: 2,
        endpoints,
      });
      expectRefused(answers[0] ?? missing());
      // Closing the connection is as good: the client then knows that nothing after it was read.
      if (!closed) strictEqual(expectValue(answers[1] ?? missing()), 15);
    },
  },
  {
    title: 'a client that has sent all it wants to and still listens is answered',
    requirements: ['OTC-CALL-01'],
    needs: ['documents'],
    grade: 'advised',
    run: async (server) => {
      const { answers } = await server.converse([call(server), { halfClose: true }], { endpoints });
      strictEqual(expectValue(answers[0] ?? missing()), 15);
    },
  },
  {
    title: 'a client that goes away in the middle of its body does no harm',
    requirements: ['OTC-CALL-07'],
    grade: 'advised',
    run: async (server) => {
      const headers = ['Content-Type: application/json'];
      const head = server.bytes({ method: 'POST', path: '/tools/call', headers, contentLength: 1000 });
      await server.converse([head, '{"request":', { halfClose: true }], { untilClosed: true, timeoutMs: 5000 });
      expectStatus(await server.send({ path: '/health' }), 200);
    },
  },
];

function call(server: OtcServer, version = 'HTTP/1.1'): Uint8Array {
  const headers = ['Content-Type: application/json'];
  return server.bytes({ method: 'POST', path: '/tools/call', headers, body: envelope(addition), version });
}
