import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { expectRefused, expectStatus, expectValue } from '../../cases/expect.ts';
import { toolsPrefix as prefix } from '../build-app.ts';
import type { HostCase, HostCaseGroup } from '../host-case.ts';
import { callHostTool, hostCall, json } from './steps.ts';

const call = `${prefix}/tools/call`;
const mebibyte = 1024 * 1024;

/** Bodies that the app's own parser may refuse before the tools see them. */
const refused: readonly (readonly [name: string, body: string, headers: Readonly<Record<string, string>>])[] = [
  ['that is no JSON', '{"request":', json],
  ['that is empty', '', { ...json, 'content-length': '0' }],
  ['that is a text', '"request"', json],
  ['that is null', 'null', json],
  ['in an unknown encoding', hostCall('Count'), { ...json, 'content-encoding': 'nonsense' }],
  ['in an unknown charset', hostCall('Count'), { 'content-type': 'application/json; charset=nonsense' }],
  ['that is no gzip', hostCall('Count'), { ...json, 'content-encoding': 'gzip' }],
  ['of another type', hostCall('Count'), { 'content-type': 'text/plain' }],
  ['of a type that is none', hostCall('Count'), { 'content-type': 'nonsense' }],
  ['of a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['of no type', hostCall('Count'), {}],
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
          const request = { method: 'POST', path: call, headers: json, body: hostCall('Echo', value), chunked };
          deepStrictEqual(expectValue(await app.send(request)), value);
        }
      },
    },
    {
      title: 'a body arrives that comes slowly',
      run: async (host) => {
        const app = await host.start();
        const body = Buffer.from(hostCall('Echo', 'slow'));
        const head = { method: 'POST', path: call, headers: ['Content-Type: application/json'] };
        const first = Buffer.concat([app.bytes({ ...head, contentLength: body.length }), body.subarray(0, 10)]);
        const { answers } = await app.converse([first, { pauseMs: 60 }, body.subarray(10)]);
        strictEqual(answers[0] && expectValue(answers[0]), 'slow');
      },
    },
    {
      title: "a body arrives that the app's own parser does not read",
      run: async (host) => {
        const app = await host.start();
        const headers = { 'content-type': 'application/vnd.otc+json' };
        const answer = await app.send({ method: 'POST', path: call, headers, body: hostCall('Echo', 'skipped') });
        strictEqual(expectValue(answer), 'skipped');
      },
    },
    ...refused.map(
      ([name, body, headers]): HostCase => ({
        title: `a body ${name} is refused in the words of the standard, and nothing runs`,
        run: async (host) => {
          const app = await host.start();
          const server = await app.at(prefix);
          expectRefused(await server.send({ method: 'POST', path: '/tools/call', headers, body }));
          strictEqual(expectValue(await callHostTool(server, 'Count')), 1);
        },
      }),
    ),
    {
      title: 'a body of 256 kB arrives where the parser has been told to take it',
      run: async (host) => {
        const app = await host.start({ parserBytes: mebibyte / 2 });
        const value = 'x'.repeat(mebibyte / 4);
        strictEqual(expectValue(await callHostTool(await app.at(prefix), 'Echo', value)), value);
      },
    },
    {
      title: "a body over the parser's limit is refused in the words of the standard, or read by the tools",
      run: async (host) => {
        const app = await host.start({ parserBytes: 100 * 1024 });
        const value = 'x'.repeat(mebibyte / 4);
        const answer = await callHostTool(await app.at(prefix), 'Echo', value);
        if (host.bodies === 'unread' || answer.status === 200) strictEqual(expectValue(answer), value);
        else expectRefused(answer);
      },
    },
    {
      title: 'a body announced to be over the limit is refused before it comes, and the connection closed',
      waits: true,
      run: async (host) => {
        const app = await host.start({ headers: { 'x-request-id': 'request-7' } });
        const headers = ['Content-Type: application/json'];
        const head = app.bytes({ method: 'POST', path: call, headers, contentLength: 5 * mebibyte });
        const { answers, closed } = await app.converse([head], { untilClosed: true, timeoutMs: 4000 });
        const [answer] = answers;
        ok(answer !== undefined, 'the connection closed without an answer');
        expectRefused(answer);
        strictEqual(answer.headers['x-request-id'], 'request-7');
        ok(closed, 'the connection stayed open');
      },
    },
    {
      title: 'a body that turns out to be over the limit is refused, and its sender can read that',
      run: async (host) => {
        const app = await host.start();
        const body = hostCall('Echo', 'x'.repeat(3 * mebibyte));
        const answer = await app.send({ method: 'POST', path: call, headers: json, body, chunked: true });
        expectRefused(answer);
        expectStatus(await app.send({ path: `${prefix}/health` }), 200);
      },
    },
    {
      title: 'a body that breaks off runs nothing',
      run: async (host) => {
        const app = await host.start();
        const headers = ['Content-Type: application/json'];
        const body = hostCall('Count');
        const head = app.bytes({ method: 'POST', path: call, headers, contentLength: body.length });
        for (const end of [{ halfClose: true }, { hangUp: true }] as const) {
          const steps = [head, body.slice(0, -5), { pauseMs: 20 }, end] as const;
          await app.converse(steps, { untilClosed: true, timeoutMs: 4000 });
        }
        strictEqual(expectValue(await callHostTool(await app.at(prefix), 'Count')), 1);
      },
    },
    {
      title: 'a body of 5 MB arrives and goes back where the limits allow it',
      run: async (host) => {
        const app = await host.start({ parserBytes: 8 * mebibyte, bodyBytes: 8 * mebibyte });
        const value = 'äx'.repeat(1_700_000);
        const answer = await app.send({
          method: 'POST',
          path: call,
          headers: json,
          body: hostCall('Echo', value),
          chunked: true,
        });
        ok(expectValue(answer) === value, 'the text came back changed');
      },
    },
  ],
};
