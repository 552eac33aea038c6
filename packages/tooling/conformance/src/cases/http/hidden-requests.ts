import { strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { OtcServer } from '../../client/otc-server.ts';
import type { RawRequest } from '../../client/raw-request.ts';
import { casesFor, type OtcCase } from '../otc-case.ts';
import { anyCallBytes, counterCall, expectNoRun, jsonLines, postBytes } from '../support/calls.ts';
import { expectValue, noResponse } from '../support/expect.ts';

/** Requests whose body the server may ignore. The body must not be read as the next request. */
const requestsWithBody: readonly (readonly [name: string, request: RawRequest])[] = [
  ['the health check', { path: '/health' }],
  ['the listing', { path: '/tools' }],
  ['the allowed methods', { method: 'OPTIONS', path: '/tools/call' }],
  ['another method', { method: 'PUT', path: '/tools/call' }],
  ['an unknown path', { method: 'POST', path: '/nowhere' }],
  ['a call with another content type', { method: 'POST', path: '/tools/call', headers: ['Content-Type: text/plain'] }],
  [
    'a call with another content encoding',
    { method: 'POST', path: '/tools/call', headers: [...jsonLines, 'Content-Encoding: x'] },
  ],
  ['a call that is not JSON', { method: 'POST', path: '/tools/call', headers: jsonLines }],
];

/** A request that is hidden in the body of another one must not run. */
export const hiddenRequestCases: readonly OtcCase[] = [false, true].flatMap((chunked) =>
  casesFor(requestsWithBody, ([name, request]) => ({
    title: `a request inside a body ${chunked ? 'in chunks ' : ''}does not run: ${name}`,
    requirements: ['OTC-CALL-07', 'OTC-CALL-01'],
    run: (server) => expectNotSmuggled(server, request, chunked),
  })),
);

async function expectNotSmuggled(server: OtcServer, request: RawRequest, chunked: boolean): Promise<void> {
  const key = randomUUID();
  const innerRequest = Buffer.from(postBytes(server, counterCall(key))).toString();
  const { headers = [] } = request;
  const [lines, body] = chunked
    ? [
        [...headers, 'Transfer-Encoding: chunked'],
        `${Buffer.byteLength(innerRequest).toString(16)}\r\n${innerRequest}\r\n0\r\n\r\n`,
      ]
    : [headers, innerRequest];
  const outer = server.bytes({ ...request, headers: lines, body, ...(chunked && { contentLength: 'none' as const }) });
  const { responses } = await server.converse([Buffer.concat([outer, anyCallBytes(server, 'after')])], 2);
  if (responses.length === 0) noResponse();
  // Closing the connection is also correct: the client then knows that later bytes were not read.
  if (responses[1] !== undefined) strictEqual(expectValue(responses[1]), 'after');
  await expectNoRun(server, key, 'the request inside the body');
}
