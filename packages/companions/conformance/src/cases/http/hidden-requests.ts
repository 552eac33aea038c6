import { ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { OtcServer } from '../../subject/otc-server.ts';
import type { RawRequest } from '../../subject/raw-request.ts';
import { count, envelope } from '../calls.ts';
import { expectValue } from '../expect.ts';
import type { OtcCase } from '../otc-case.ts';
import { callLines, callOf, post } from './raw-calls.ts';

/** Requests that may have a body which nobody reads: it must not be taken for the next request. */
const bodied: readonly (readonly [name: string, request: RawRequest])[] = [
  ['the health check', { path: '/health' }],
  ['the listing', { path: '/tools' }],
  ['what is allowed', { method: 'OPTIONS', path: '/tools/call' }],
  ['another method', { method: 'PUT', path: '/tools/call' }],
  ['a path that is not there', { method: 'POST', path: '/nowhere' }],
  ['a call of another type', { method: 'POST', path: '/tools/call', headers: ['Content-Type: text/plain'] }],
  [
    'a call in another encoding',
    { method: 'POST', path: '/tools/call', headers: [...callLines, 'Content-Encoding: x'] },
  ],
  ['a call that is no JSON', { method: 'POST', path: '/tools/call', headers: callLines }],
];

/** A request that is hidden in the body of another one must not run. */
export const hiddenRequestCases: readonly OtcCase[] = [false, true].flatMap((chunked) =>
  bodied.map(
    ([name, request]): OtcCase => ({
      title: `a request inside of a body ${chunked ? 'in chunks ' : ''}is no request: ${name}`,
      requirements: ['OTC-CALL-07', 'OTC-CALL-01'],
      needs: ['fixtures'],
      grade: 'advised',
      run: (server) => expectNotSmuggled(server, request, chunked),
    }),
  ),
);

async function expectNotSmuggled(server: OtcServer, request: RawRequest, chunked: boolean): Promise<void> {
  const key = randomUUID();
  const inside = Buffer.from(post(server, envelope({ tool_id: 'Conf.Counter@1.0.0', input: { key } }))).toString();
  const { headers = [] } = request;
  const [lines, body] = chunked
    ? [
        [...headers, 'Transfer-Encoding: chunked'],
        `${Buffer.byteLength(inside).toString(16)}\r\n${inside}\r\n0\r\n\r\n`,
      ]
    : [headers, inside];
  const outer = server.bytes({ ...request, headers: lines, body, ...(chunked && { contentLength: 'none' as const }) });
  const { answers } = await server.converse([Buffer.concat([outer, callOf(server, 'after')])], { answers: 2 });
  ok(answers.length > 0, 'the server closed the connection without an answer');
  // Closing the connection is as good: the client then knows that nothing after it was read.
  if (answers[1] !== undefined) strictEqual(expectValue(answers[1]), 'after');
  strictEqual(await count(server, key), 1, 'a body was taken for a request');
}
