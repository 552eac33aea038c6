import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { jsonHeaders } from '../../cases/support/calls.ts';
import { expectStatus, expectValue } from '../../cases/support/expect.ts';
import type { TestResponse } from '../../client/response.ts';
import { toolsPrefix as prefix } from '../build-app.ts';
import type { HostCase, HostCaseGroup } from '../host-case.ts';
import { callAs, callHostTool, callPath, callRequest, hostCall } from './support/host-calls.ts';
import { expectAnsweredByApp } from './support/host-expect.ts';

const ownHeaders = {
  'access-control-allow-origin': 'https://app.example',
  'x-request-id': 'request-7',
  'set-cookie': ['session=1; Path=/', 'theme=dark; Path=/'],
  // The tools also set these two. Those of the app win.
  'cache-control': 'private, max-age=5',
  'x-content-type-options': 'nosniff, by the app',
};

/** Middleware of the app in front of the tools. */
export const middlewareCases: HostCaseGroup = {
  title: 'Middleware before the tools',
  cases: [
    {
      title: 'headers of the app are on every response',
      run: async (host) => {
        const app = await host.start({ headers: ownHeaders });
        const post = (body: string, type = 'application/json'): Promise<TestResponse> =>
          app.send({ method: 'POST', path: callPath, headers: { 'content-type': type }, body });
        const responses: readonly (readonly [status: number, response: TestResponse])[] = [
          [200, await app.send({ path: `${prefix}/health` })],
          [200, await app.send({ path: `${prefix}/tools` })],
          [200, await post(hostCall('Echo', 1))],
          [200, await post(hostCall('Fail'))],
          [400, await post('{"request":')],
          [400, await post(hostCall('Echo'), 'text/plain')],
          [400, await post(hostCall('NoSuchTool'))],
          [422, await post('{"request":{"tool_id":"Host.Echo@1.0.0","input":[]}}')],
          [204, await app.send({ method: 'OPTIONS', path: callPath })],
          [405, await app.send({ path: callPath })],
        ];
        for (const [status, response] of responses) {
          expectStatus(response, status);
          expectOwnHeaders(response);
        }
      },
    },
    {
      title: "headers of the tools are added to the app's headers",
      run: async (host) => {
        const app = await host.start({ headers: { 'x-request-id': 'request-7' } });
        const response = await app.send({ path: `${prefix}/tools` });
        strictEqual(response.headers['content-type'], 'application/json');
        strictEqual(response.headers['x-content-type-options'], 'nosniff');
        ok(response.headers['etag'] !== undefined, 'ETag of the listing: expected one, got none');
        ok(
          response.headers['access-control-allow-origin'] === undefined,
          'Access-Control-Allow-Origin: expected none, got one',
        );
      },
    },
    {
      title: 'a content type that the app has set does not change the type of a response',
      run: async (host) => {
        const app = await host.start({ headers: { 'content-type': 'text/html' } });
        const server = await app.at(prefix);
        strictEqual(expectValue(await callHostTool(server, 'Echo', 'typed')), 'typed');
        strictEqual((await server.send({ path: '/tools' })).headers['content-type'], 'application/json');
      },
    },
    ...(
      [
        { title: "a tool receives the app's user", plan: {} },
        { title: "a tool receives the app's user when reading it takes time", plan: { valuesMs: 3 } },
      ] as const
    ).map(
      ({ title, plan }): HostCase => ({
        title,
        run: async (host) => {
          const app = await host.start({ ...plan, signIn: (name) => name?.replace('Bearer ', '') });
          const names = Array.from({ length: 40 }, (_, index) => `user-${index}`);
          const users = names.map(async (name) => {
            return expectValue(await callAs(app, 'WhoAmI', { authorization: `Bearer ${name}` }));
          });
          deepStrictEqual(await Promise.all(users), names);
        },
      }),
    ),
    {
      title: 'unauthenticated callers are answered by the app, and no tool runs',
      run: async (host) => {
        const signIn = (authorization?: string): string | undefined =>
          authorization === 'Bearer ada' ? 'ada' : undefined;
        const app = await host.start({ signIn, headers: ownHeaders });
        for (const request of [{ path: `${prefix}/tools` }, callRequest('Count')]) {
          const refused = await app.send(request);
          expectStatus(refused, 401);
          expectAnsweredByApp(refused);
          expectOwnHeaders(refused);
        }
        strictEqual(app.tools.runs(), 0);
        const server = await app.at(prefix, { authorization: 'Bearer ada' });
        strictEqual(expectValue(await callHostTool(server, 'Count')), 1);
      },
    },
    {
      title: "a body that fails the app's parser does not bypass the sign-in after it",
      run: async (host) => {
        const app = await host.start({ signIn: () => undefined });
        const broken: readonly Readonly<Record<string, string>>[] = [
          { ...jsonHeaders, 'content-encoding': 'nonsense', 'content-length': '0' },
          { 'content-type': 'nonsense', 'content-length': '0' },
          { 'content-type': 'application/json; charset=nonsense', 'content-length': '0' },
        ];
        for (const headers of broken) {
          for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
            for (const path of ['/tools', '/health', '/tools/call']) {
              const response = await app.send({ method, path: prefix + path, headers });
              // Adapters may answer a preflight, because browsers send no credentials with it.
              const isPreflight = method === 'OPTIONS' && response.status === 204;
              ok(
                isPreflight || response.status >= 400,
                `${method} ${path}: expected a status of at least 400, got ${response.status}`,
              );
              ok(!response.text.includes('Host.Count'), `${method} ${path}: expected no tools, got ${response.text}`);
            }
          }
        }
      },
    },
  ],
};

function expectOwnHeaders({ headers }: TestResponse): void {
  for (const [name, value] of Object.entries(ownHeaders)) {
    strictEqual(headers[name], typeof value === 'string' ? value : value.join(', '), name);
  }
}
