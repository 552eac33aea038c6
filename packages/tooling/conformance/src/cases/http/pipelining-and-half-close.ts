import { strictEqual } from 'node:assert/strict';
import type { OtcServer } from '../../client/otc-server.ts';
import type { OtcCase } from '../otc-case.ts';
import { additionBody, postBytes, postHead } from '../support/calls.ts';
import { expectRefused, expectStatus, expectValue, noResponse } from '../support/expect.ts';

const endpoints = ['POST /tools/call'];

/** HTTP/1.0, pipelining and half-closed connections (CASE-24). */
export const pipeliningAndHalfCloseCases: readonly OtcCase[] = [
  {
    title: 'HTTP/1.0 is supported',
    requirements: ['OTC-HLTH-01', 'OTC-CALL-01'],
    needs: ['documents'],
    run: async (server) => {
      const get = server.bytes({ path: '/health', version: 'HTTP/1.0' });
      const health = await server.converse([get], { untilClosed: true });
      strictEqual(health.responses[0]?.status, 200);
      const { responses } = await server.converse([call(server, 'HTTP/1.0')], { untilClosed: true, endpoints });
      strictEqual(expectValue(responses[0] ?? noResponse()), 15);
    },
  },
  {
    title: 'pipelined requests are answered in order',
    requirements: ['OTC-CALL-01', 'OTC-HLTH-01'],
    needs: ['documents'],
    run: async (server) => {
      const health = server.bytes({ path: '/health' });
      const bytes = Buffer.concat([call(server), health, call(server), call(server)]);
      const { responses } = await server.converse([bytes], {
        responses: 4,
        endpoints: [...endpoints, 'GET /health', ...endpoints, ...endpoints],
      });
      const [first, second, third, fourth] = responses;
      for (const response of [first, third, fourth]) strictEqual(expectValue(response ?? noResponse()), 15);
      strictEqual(second?.status, 200);
    },
  },
  {
    title: 'a refused body on a keep-alive connection does not break the next request',
    requirements: ['OTC-CALL-07'],
    needs: ['documents'],
    run: async (server) => {
      const headers = ['Content-Type: text/plain'];
      const refused = server.bytes({ method: 'POST', path: '/tools/call', headers, body: additionBody });
      const { responses } = await server.converse([Buffer.concat([refused, call(server)])], {
        responses: 2,
        endpoints: [...endpoints, ...endpoints],
      });
      expectRefused(responses[0] ?? noResponse());
      // Closing the connection is also correct: the client then knows that later bytes were not read.
      if (responses[1] !== undefined) strictEqual(expectValue(responses[1]), 15);
    },
  },
  {
    title: 'a client that half-closes its connection gets a response',
    requirements: ['OTC-CALL-01'],
    needs: ['documents'],
    run: async (server) => {
      const { responses } = await server.converse([call(server), { halfClose: true }], { endpoints });
      strictEqual(expectValue(responses[0] ?? noResponse()), 15);
    },
  },
  {
    title: 'the server keeps running when a client half-closes its connection during its body',
    requirements: ['OTC-CALL-07'],
    run: async (server) => {
      const head = postHead(server, { contentLength: 1000 });
      await server.converse([head, '{"request":', { halfClose: true }], { untilClosed: true, timeoutMs: 5000 });
      expectStatus(await server.send({ path: '/health' }), 200);
    },
  },
];

function call(server: OtcServer, version?: string): Uint8Array {
  return postBytes(server, additionBody, undefined, version);
}
