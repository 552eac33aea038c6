import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { type CaseGroup, casesFor, groupOf } from '../otc-case.ts';
import { addition, anyCallBytes, envelope, postBytes } from '../support/calls.ts';
import { expectStatus, expectValue, expectWithout, noResponse } from '../support/expect.ts';
import { hiddenRequestCases } from './hidden-requests.ts';

const notHttp: readonly (readonly [name: string, bytes: string])[] = [
  ['the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0'],
  ['a TLS handshake', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03'],
  ['an SSH banner', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['a Redis command', '*1\r\n$4\r\nPING\r\n'],
  ['JSON', '{"request":{"tool_id":"Calculator.Add"}}\r\n\r\n'],
  ['an HTTP response', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'],
  ['null bytes', '\0'.repeat(1000)],
];

/** Bytes after which a client half-closes its connection. */
const halfRequests = [
  ['no bytes', ''],
  ['half a request line', 'POST /tools'],
  ['half a head', 'POST /tools/call HTTP/1.1\r\nHost: a\r\nContent-'],
] as const;

/** Several requests on one connection, slow and incomplete requests, and bytes that are not HTTP. */
export const connectionCases: CaseGroup = groupOf({
  title: 'HTTP: connections',
  needs: ['fixtures'],
  grade: 'advised',
  cases: [
    ...hiddenRequestCases,
    ...casesFor(notHttp, ([name, bytes]) => ({
      title: `bytes that are not HTTP are refused, and the server keeps running: ${name}`,
      requirements: ['OTC-CALL-07'],
      needs: ['documents'],
      run: async (server) => {
        const { responses } = await server.converse([Buffer.from(bytes, 'latin1'), { halfClose: true }], 'closed');
        for (const { status } of responses) ok(status >= 400, `status: expected at least 400, got ${status}`);
        strictEqual(expectValue(await server.call(addition)), 15);
      },
    })),
    {
      title: 'a keep-alive connection serves several calls',
      requirements: ['OTC-CALL-01'],
      run: async (server) => {
        const steps = [1, 2, 3, 4, 5].flatMap((value, index) => [{ responses: index }, anyCallBytes(server, value)]);
        const { responses } = await server.converse(steps, 5);
        deepStrictEqual(responses.map(expectValue), [1, 2, 3, 4, 5]);
      },
    },
    {
      title: 'fifty pipelined calls are answered in order',
      requirements: ['OTC-CALL-01'],
      run: async (server) => {
        const values = Array.from({ length: 50 }, (_, index) => index);
        const { responses } = await server.converse(
          [Buffer.concat(values.map((value) => anyCallBytes(server, value)))],
          50,
        );
        deepStrictEqual(responses.map(expectValue), values);
      },
    },
    {
      title: 'a slow call pipelined before a quick one is answered first',
      requirements: ['OTC-CALL-01'],
      run: async (server) => {
        const slow = postBytes(server, envelope({ tool_id: 'Conf.Sleep@1.0.0', input: { ms: 60 } }));
        const { responses } = await server.converse([Buffer.concat([slow, anyCallBytes(server, 'quick')])], 2);
        deepStrictEqual(responses.map(expectValue), [60, 'quick']);
      },
    },
    {
      title: 'pipelined refusals and calls are answered in order',
      requirements: ['OTC-CALL-01', 'OTC-CALL-07'],
      run: async (server) => {
        const bodies = ['{', envelope({ tool_id: 'No.Such' }), envelope({ tool_id: 'Conf.Any@1.0.0', input: {} })];
        const requests = bodies.flatMap((body, index) => [postBytes(server, body), anyCallBytes(server, index)]);
        const { responses } = await server.converse([Buffer.concat(requests)], 6);
        deepStrictEqual(
          responses.map(({ status }) => status),
          [400, 200, 400, 200, 422, 200],
        );
      },
    },
    {
      title: 'a client that sends Connection: close is disconnected',
      requirements: ['OTC-CALL-01'],
      run: async (server) => {
        const request = anyCallBytes(server, 1, 'Connection: close');
        const { responses } = await server.converse([request], 'closed');
        deepStrictEqual(responses.map(expectValue), [1]);
      },
    },
    {
      title: 'an HTTP/1.0 client that asks for keep-alive is answered again or disconnected',
      requirements: ['OTC-CALL-01'],
      run: async (server) => {
        const request = anyCallBytes(server, 1, 'Connection: keep-alive', 'HTTP/1.0');
        const { responses } = await server.converse([request, { responses: 1 }, request], 2);
        const [first = noResponse(), ...others] = responses;
        for (const response of [first, ...others]) strictEqual(expectValue(response), 1);
      },
    },
    {
      title: 'a response to an HTTP/1.0 client has no chunks',
      requirements: ['OTC-CALL-01', 'OTC-LIST-01'],
      run: async (server) => {
        const listing = server.bytes({ path: '/tools', version: 'HTTP/1.0' });
        for (const request of [listing, anyCallBytes(server, 'x'.repeat(100_000), 'X: 1', 'HTTP/1.0')]) {
          const [response] = (await server.converse([request], 'closed')).responses;
          expectStatus(response ?? noResponse(), 200);
          strictEqual(response?.headers['transfer-encoding'], undefined);
        }
      },
    },
    {
      title: 'a call that arrives byte by byte is answered',
      requirements: ['OTC-CALL-01'],
      run: async (server) => {
        const steps = [...anyCallBytes(server, 'slow')].flatMap((byte) => [Uint8Array.of(byte), { pauseMs: 1 }]);
        const { responses } = await server.converse(steps);
        strictEqual(expectValue(responses[0] ?? noResponse()), 'slow');
      },
    },
    ...casesFor(halfRequests, ([name, bytes]) => ({
      title: `the server keeps running when a client half-closes its connection after ${name}`,
      requirements: ['OTC-CALL-07'],
      needs: ['documents'],
      run: async (server) => {
        await server.converse([bytes, { halfClose: true }], 'closed');
        strictEqual(expectValue(await server.call(addition)), 15);
      },
    })),
    ...casesFor(['TRACE', 'CONNECT'], (method) => ({
      title: `${method} never echoes the request`,
      requirements: ['OTC-CALL-01'],
      needs: ['documents'],
      run: async (server) => {
        const bytes = server.bytes({
          method,
          path: '/tools/call',
          headers: ['Authorization: Bearer sent-along', 'Max-Forwards: 0'],
        });
        const { responses } = await server.converse([bytes, { halfClose: true }]);
        for (const response of responses) {
          ok(response.status >= 400, `status: expected at least 400, got ${response.status}`);
          expectWithout(response, 'sent-along');
        }
        strictEqual(expectValue(await server.call(addition)), 15);
      },
    })),
  ],
});
