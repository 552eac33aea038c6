import { strictEqual } from 'node:assert/strict';
import type { OtcCase } from '../otc-case.ts';
import { additionBody, postHead, postRequest } from '../support/calls.ts';
import { expectStatus, expectValue, noResponse } from '../support/expect.ts';

/** Bodies in pieces, and announced bodies that do not arrive (CASE-23). */
export const arrivingBodyCases: readonly OtcCase[] = [
  {
    title: 'a body in chunks, without a length, is read',
    requirements: ['OTC-CALL-01'],
    needs: ['documents'],
    run: async (server) => {
      strictEqual(expectValue(await server.send({ ...postRequest(additionBody), chunked: true })), 15);
    },
  },
  {
    title: 'a body announced as 2 GB is refused before it arrives, and the connection is closed',
    requirements: ['OTC-CALL-07'],
    // The standard has no limits.
    grade: 'advised',
    waits: true,
    run: async (server) => {
      const head = postHead(server, { contentLength: 2 ** 31 });
      const { responses } = await server.converse([head, '{"request":'], { untilClosed: true, timeoutMs: 5000 });
      expectStatus(responses[0] ?? noResponse(), 400, 413);
    },
  },
  {
    title: 'a client that sends Expect: 100-continue is answered',
    requirements: ['OTC-CALL-01'],
    needs: ['documents'],
    run: async (server) => {
      const head = postHead(server, {
        contentLength: Buffer.byteLength(additionBody),
        headers: ['Expect: 100-continue'],
      });
      const { responses } = await server.converse([head, { pauseMs: 50 }, additionBody], {
        endpoints: ['POST /tools/call'],
      });
      strictEqual(expectValue(responses[0] ?? noResponse()), 15);
    },
  },
];
