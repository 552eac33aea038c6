import { strictEqual } from 'node:assert/strict';
import type { OtcServer } from '../../client/otc-server.ts';
import type { OtcCase } from '../otc-case.ts';
import { additionBody, postBytes, postHead } from '../support/calls.ts';
import { checkedCall, expectRefused, expectStatus, expectValue } from '../support/expect.ts';

/** HTTP/1.0, pipelining and half-closed connections (CASE-24). */
export const pipeliningAndHalfCloseCases: readonly OtcCase[] = [
  {
    title: 'HTTP/1.0 is supported',
    requirements: ['OTC-HLTH-01', 'OTC-CALL-01'],
    needs: ['documents'],
    run: async (server) => {
      const get = server.bytes({ path: '/health', version: 'HTTP/1.0' });
      const health = await server.converse([get], 'closed');
      strictEqual(health.responses[0]?.status, 200);
      const { responses } = await server.converse([call(server, 'HTTP/1.0')], 'closed');
      strictEqual(expectValue(checkedCall(server, responses[0])), 15);
    },
  },
  {
    title: 'pipelined requests are answered in order',
    requirements: ['OTC-CALL-01', 'OTC-HLTH-01'],
    needs: ['documents'],
    run: async (server) => {
      const health = server.bytes({ path: '/health' });
      const bytes = Buffer.concat([call(server), health, call(server), call(server)]);
      const { responses } = await server.converse([bytes], 4);
      const [first, second, third, fourth] = responses;
      for (const response of [first, third, fourth]) strictEqual(expectValue(checkedCall(server, response)), 15);
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
      const { responses } = await server.converse([Buffer.concat([refused, call(server)])], 2);
      expectRefused(checkedCall(server, responses[0]));
      // Closing the connection is also correct: the client then knows that later bytes were not read.
      if (responses[1] !== undefined) strictEqual(expectValue(checkedCall(server, responses[1])), 15);
    },
  },
  {
    title: 'a client that half-closes its connection gets a response',
    requirements: ['OTC-CALL-01'],
    needs: ['documents'],
    run: async (server) => {
      const { responses } = await server.converse([call(server), { halfClose: true }]);
      strictEqual(expectValue(checkedCall(server, responses[0])), 15);
    },
  },
  {
    title: 'the server keeps running when a client half-closes its connection during its body',
    requirements: ['OTC-CALL-07'],
    run: async (server) => {
      const head = postHead(server, { contentLength: 1000 });
      await server.converse([head, '{"request":', { halfClose: true }], 'closed');
      expectStatus(await server.send({ path: '/health' }), 200);
    },
  },
];

function call(server: OtcServer, version?: string): Uint8Array {
  return postBytes(server, additionBody, undefined, version);
}
