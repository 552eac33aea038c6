import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { addition, envelope } from '../calls.ts';
import { expectStatus, expectValue, missing } from '../expect.ts';
import type { CaseGroup, OtcCase } from '../otc-case.ts';
import { hiddenRequestCases } from './hidden-requests.ts';
import { callOf, post } from './raw-calls.ts';

/** Bytes that are no HTTP at all. */
const foreign: readonly (readonly [name: string, bytes: string])[] = [
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0'],
  ['the greeting of TLS', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03'],
  ['the greeting of SSH', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['a command of Redis', '*1\r\n$4\r\nPING\r\n'],
  ['JSON', '{"request":{"tool_id":"Calculator.Add"}}\r\n\r\n'],
  ['an answer', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'],
  ['zeros', '\0'.repeat(1000)],
];

/** What connections are used for, one request after the other. */
export const connectionCases: CaseGroup = {
  title: 'HTTP: connections',
  cases: [
    ...hiddenRequestCases,
    ...foreign.map(
      ([name, bytes]): OtcCase => ({
        title: `what is no HTTP is refused, and the server goes on: ${name}`,
        requirements: ['OTC-CALL-07'],
        needs: ['documents'],
        grade: 'advised',
        run: async (server) => {
          const { answers } = await server.converse([Buffer.from(bytes, 'latin1'), { halfClose: true }], {
            untilClosed: true,
          });
          for (const { status } of answers) ok(status >= 400, `answered ${status}`);
          strictEqual(expectValue(await server.call(addition)), 15);
        },
      }),
    ),
    {
      title: 'a connection that is kept serves one call after the other',
      requirements: ['OTC-CALL-01'],
      needs: ['fixtures'],
      grade: 'advised',
      run: async (server) => {
        const steps = [1, 2, 3, 4, 5].flatMap((value, index) => [{ answers: index }, callOf(server, value)]);
        const { answers } = await server.converse(steps, { answers: 5 });
        deepStrictEqual(answers.map(expectValue), [1, 2, 3, 4, 5]);
      },
    },
    {
      title: 'fifty calls sent ahead are answered in their order',
      requirements: ['OTC-CALL-01'],
      needs: ['fixtures'],
      grade: 'advised',
      run: async (server) => {
        const values = Array.from({ length: 50 }, (_, index) => index);
        const { answers } = await server.converse([Buffer.concat(values.map((value) => callOf(server, value)))], {
          answers: 50,
        });
        deepStrictEqual(answers.map(expectValue), values);
      },
    },
    {
      title: 'a slow call sent ahead of a quick one is answered first',
      requirements: ['OTC-CALL-01'],
      needs: ['fixtures'],
      grade: 'advised',
      run: async (server) => {
        const slow = post(server, envelope({ tool_id: 'Conf.Sleep@1.0.0', input: { ms: 60 } }));
        const { answers } = await server.converse([Buffer.concat([slow, callOf(server, 'quick')])], { answers: 2 });
        deepStrictEqual(answers.map(expectValue), [60, 'quick']);
      },
    },
    {
      title: 'refusals sent ahead keep their places among the calls',
      requirements: ['OTC-CALL-01', 'OTC-CALL-07'],
      needs: ['fixtures'],
      grade: 'advised',
      run: async (server) => {
        const bodies = ['{', envelope({ tool_id: 'No.Such' }), envelope({ tool_id: 'Conf.Any@1.0.0', input: {} })];
        const requests = bodies.flatMap((body, index) => [post(server, body), callOf(server, index)]);
        const { answers } = await server.converse([Buffer.concat(requests)], { answers: 6 });
        deepStrictEqual(
          answers.map(({ status }) => status),
          [400, 200, 400, 200, 422, 200],
        );
      },
    },
    {
      title: 'a client that asks to close is let go',
      requirements: ['OTC-CALL-01'],
      needs: ['fixtures'],
      grade: 'advised',
      run: async (server) => {
        const { answers, closed } = await server.converse([callOf(server, 1, 'Connection: close')], {
          untilClosed: true,
        });
        deepStrictEqual(answers.map(expectValue), [1]);
        ok(closed, 'the connection stayed open');
      },
    },
    {
      title: 'a client of HTTP/1.0 that asks to stay is answered again, or let go',
      requirements: ['OTC-CALL-01'],
      needs: ['fixtures'],
      grade: 'advised',
      run: async (server) => {
        const request = callOf(server, 1, 'Connection: keep-alive', 'HTTP/1.0');
        const { answers } = await server.converse([request, { answers: 1 }, request], { answers: 2 });
        for (const answer of answers) strictEqual(expectValue(answer), 1);
      },
    },
    {
      title: 'a client of HTTP/1.0 gets no chunks, which it could not read',
      requirements: ['OTC-CALL-01', 'OTC-LIST-01'],
      needs: ['fixtures'],
      grade: 'advised',
      run: async (server) => {
        const listing = server.bytes({ path: '/tools', version: 'HTTP/1.0' });
        for (const request of [listing, callOf(server, 'x'.repeat(100_000), 'X: 1', 'HTTP/1.0')]) {
          const [answer] = (await server.converse([request], { untilClosed: true })).answers;
          expectStatus(answer ?? missing(), 200);
          strictEqual(answer?.headers['transfer-encoding'], undefined);
        }
      },
    },
    {
      title: 'a call that comes byte by byte is one call',
      requirements: ['OTC-CALL-01'],
      needs: ['fixtures'],
      grade: 'advised',
      run: async (server) => {
        const steps = [...callOf(server, 'slow')].flatMap((byte) => [Uint8Array.of(byte), { until: nextTurn() }]);
        const { answers } = await server.converse(steps);
        strictEqual(expectValue(answers[0] ?? missing()), 'slow');
      },
    },
    ...[
      ['nothing', ''],
      ['half a request line', 'POST /tools'],
      ['half a head', 'POST /tools/call HTTP/1.1\r\nHost: a\r\nContent-'],
    ].map(
      ([name, bytes = '']): OtcCase => ({
        title: `a client that leaves does no harm, having sent ${name}`,
        requirements: ['OTC-CALL-07'],
        needs: ['documents'],
        grade: 'advised',
        run: async (server) => {
          await server.converse([bytes, { halfClose: true }], { untilClosed: true, timeoutMs: 5000 });
          strictEqual(expectValue(await server.call(addition)), 15);
        },
      }),
    ),
    ...['TRACE', 'CONNECT'].map(
      (method): OtcCase => ({
        title: `${method} repeats nothing of what was sent`,
        requirements: ['OTC-CALL-01'],
        needs: ['documents'],
        grade: 'advised',
        run: async (server) => {
          const bytes = server.bytes({
            method,
            path: '/tools/call',
            headers: ['Authorization: Bearer sent-along', 'Max-Forwards: 0'],
          });
          const { answers } = await server.converse([bytes, { halfClose: true }], { timeoutMs: 4000 });
          for (const answer of answers) ok(answer.status >= 400 && !answer.text.includes('sent-along'), answer.text);
          strictEqual(expectValue(await server.call(addition)), 15);
        },
      }),
    ),
  ],
};

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
