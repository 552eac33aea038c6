import { ok, strictEqual } from 'node:assert/strict';
import { addition, envelope } from '../calls.ts';
import { expectStatus, expectValue, missing } from '../expect.ts';
import type { OtcCase } from '../otc-case.ts';
import { headOfPost } from './head-of-post.ts';

const good = envelope(addition);

/** CASE-23: bodies that come in pieces, or that a client only speaks of. */
export const arrivingBodyCases: readonly OtcCase[] = [
  {
    title: 'a body in chunks, without a length, is read',
    requirements: ['OTC-CALL-01'],
    needs: ['documents'],
    run: async (server) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await server.send({ method: 'POST', path: '/tools/call', headers, body: good, chunked: true });
      strictEqual(expectValue(answer), 15);
    },
  },
  {
    title: 'a body said to have 2 GB is refused before it comes, and the connection closed',
    requirements: ['OTC-CALL-07'],
    waits: true,
    run: async (server) => {
      const head = headOfPost(server, { contentLength: 2 ** 31 });
      const { answers, closed } = await server.converse([head, '{"request":'], {
        untilClosed: true,
        timeoutMs: 5000,
      });
      const [answer = missing()] = answers;
      expectStatus(answer, 400, 413);
      ok(closed, 'the connection stayed open');
    },
  },
  {
    title: 'a client that asks before it sends its body is answered',
    requirements: ['OTC-CALL-01'],
    needs: ['documents'],
    run: async (server) => {
      const head = headOfPost(server, { contentLength: Buffer.byteLength(good), headers: ['Expect: 100-continue'] });
      const { answers } = await server.converse([head, { pauseMs: 50 }, good], { endpoints: ['POST /tools/call'] });
      strictEqual(expectValue(answers[0] ?? missing()), 15);
    },
  },
];
