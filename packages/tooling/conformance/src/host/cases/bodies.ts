import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { jsonHeaders, jsonLines } from '../../cases/support/calls.ts';
import { expectRefused, expectStatus, expectValue, noResponse } from '../../cases/support/expect.ts';
import { toolsPrefix as prefix } from '../build-app.ts';
import type { HostCase, HostCaseGroup, StartedApp } from '../host-case.ts';
import { callHostTool, callPath, callRequest, hostCall } from './support/host-calls.ts';

const mebibyte = 1024 * 1024;

/** Bodies that the app's parser may reject before the tools read them. */
const refusedBodies: readonly (readonly [name: string, body: string, headers: Readonly<Record<string, string>>])[] = [
  ['that is not JSON', '{"request":', jsonHeaders],
  ['that is empty', '', { ...jsonHeaders, 'content-length': '0' }],
  ['that is a string', '"request"', jsonHeaders],
  ['that is null', 'null', jsonHeaders],
  ['in an unknown encoding', hostCall('Count'), { ...jsonHeaders, 'content-encoding': 'nonsense' }],
  ['in an unknown charset', hostCall('Count'), { 'content-type': 'application/json; charset=nonsense' }],
  ['that is not gzip', hostCall('Count'), { ...jsonHeaders, 'content-encoding': 'gzip' }],
  ['of another content type', hostCall('Count'), { 'content-type': 'text/plain' }],
  ['of an invalid content type', hostCall('Count'), { 'content-type': 'nonsense' }],
  ['of a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['without a content type', hostCall('Count'), {}],
];

/** How bodies reach the tools. */
export const bodyCases: HostCaseGroup = {
  title: 'Bodies',
  cases: [
    {
      title: 'a body arrives, whole or in chunks',
      run: async (host) => {
        const app = await host.start();
        const value = { text: '🛎️ü', list: [1, null, { a: true }] };
        for (const chunked of [false, true]) {
          deepStrictEqual(expectValue(await app.send({ ...callRequest('Echo', value), chunked })), value);
        }
      },
    },
    {
      title: 'a slow body arrives',
      run: async (host) => {
        const app = await host.start();
        const body = Buffer.from(hostCall('Echo', 'slow'));
        const first = Buffer.concat([postHead(app, body.length), body.subarray(0, 10)]);
        const { responses } = await app.converse([first, { pauseMs: 60 }, body.subarray(10)]);
        strictEqual(responses[0] && expectValue(responses[0]), 'slow');
      },
    },
    {
      title: "a body that the app's parser does not read arrives",
      run: async (host) => {
        const app = await host.start();
        const headers = { 'content-type': 'application/vnd.otc+json' };
        strictEqual(expectValue(await app.send({ ...callRequest('Echo', 'skipped'), headers })), 'skipped');
      },
    },
    ...refusedBodies.map(
      ([name, body, headers]): HostCase => ({
        title: `a body ${name} is refused with an error of the standard, and nothing runs`,
        run: async (host) => {
          const app = await host.start();
          const server = await app.at(prefix);
          expectRefused(await server.send({ method: 'POST', path: '/tools/call', headers, body }));
          strictEqual(expectValue(await callHostTool(server, 'Count')), 1);
        },
      }),
    ),
    {
      title: 'a body of 256 kB arrives when the limit of the parser allows it',
      run: async (host) => {
        const app = await host.start({ parserBytes: mebibyte / 2 });
        const value = 'x'.repeat(mebibyte / 4);
        strictEqual(expectValue(await callHostTool(await app.at(prefix), 'Echo', value)), value);
      },
    },
    {
      title: "a body over the parser's limit is refused with an error of the standard, or read by the tools",
      run: async (host) => {
        const app = await host.start({ parserBytes: 100 * 1024 });
        const value = 'x'.repeat(mebibyte / 4);
        const response = await callHostTool(await app.at(prefix), 'Echo', value);
        if (host.bodies === 'unread' || response.status === 200) strictEqual(expectValue(response), value);
        else expectRefused(response);
      },
    },
    {
      title: 'a body announced as over the limit is refused before it arrives, and the connection is closed',
      waits: true,
      run: async (host) => {
        const app = await host.start({ headers: { 'x-request-id': 'request-7' } });
        const head = postHead(app, 5 * mebibyte);
        const { responses } = await app.converse([head], 'closed');
        const [response = noResponse()] = responses;
        expectRefused(response);
        strictEqual(response.headers['x-request-id'], 'request-7');
      },
    },
    {
      title: 'a body that exceeds the limit is refused, and its sender can read the response',
      run: async (host) => {
        const app = await host.start();
        const value = 'x'.repeat(3 * mebibyte);
        expectRefused(await app.send({ ...callRequest('Echo', value), chunked: true }));
        expectStatus(await app.send({ path: `${prefix}/health` }), 200);
      },
    },
    {
      title: 'a truncated body runs nothing',
      run: async (host) => {
        const app = await host.start();
        const body = hostCall('Count');
        const head = postHead(app, body.length);
        for (const end of [{ halfClose: true }, { hangUp: true }] as const) {
          const steps = [head, body.slice(0, -5), { pauseMs: 20 }, end] as const;
          await app.converse(steps, 'closed');
        }
        strictEqual(expectValue(await callHostTool(await app.at(prefix), 'Count')), 1);
      },
    },
    {
      title: 'a body of 5 MB arrives and is returned when the limits allow it',
      run: async (host) => {
        const app = await host.start({ parserBytes: 8 * mebibyte, bodyBytes: 8 * mebibyte });
        const value = 'äx'.repeat(1_700_000);
        const response = await app.send({ ...callRequest('Echo', value), chunked: true });
        ok(expectValue(response) === value, 'value: expected the text that was sent, got a different one');
      },
    },
  ],
};

/** The head of a call whose body is sent separately. */
function postHead(app: StartedApp, contentLength: number): Uint8Array {
  return app.bytes({ method: 'POST', path: callPath, headers: jsonLines, contentLength });
}
