import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { postRequest } from '../../cases/support/calls.ts';
import { expectStatus } from '../../cases/support/expect.ts';
import { signIn } from '../app-functions.ts';
import { ownRoutes, toolsPrefix as prefix } from '../build-app.ts';
import type { HostCase, HostCaseGroup } from '../host-case.ts';
import { hostCall } from './support/host-calls.ts';
import { expectAnsweredByApp } from './support/host-expect.ts';

/** Routes of the app, which tools must not affect. */
export const ownRouteCases: HostCaseGroup = {
  title: 'Other routes',
  cases: [
    {
      title: "unknown paths get the app's 404, below the tools and elsewhere",
      run: async (host) => {
        const app = await host.start();
        const elsewhere = await app.send({ path: '/nowhere' });
        expectStatus(elsewhere, 404);
        for (const path of ['', '/', '/nowhere', '/tools/nowhere', '/health/x']) {
          const below = await app.send({ path: prefix + path });
          expectStatus(below, 404);
          expectAnsweredByApp(below);
          strictEqual(below.headers['content-type'], elsewhere.headers['content-type']);
          strictEqual(below.text.replace(prefix + path, ''), elsewhere.text.replace('/nowhere', ''));
        }
      },
    },
    {
      title: "paths that are almost the tools' paths get the app's 404",
      run: async (host) => {
        const app = await host.start();
        const similarPaths = ['/tools%2Fcall', '/tools//call', '/Tools', '/TOOLS/CALL', '/tools/call/x', '/toolsx'];
        for (const similarPath of similarPaths) {
          for (const method of ['GET', 'POST']) {
            const path = prefix + similarPath;
            const response = await app.send(method === 'POST' ? postRequest(hostCall('Count'), path) : { path });
            expectStatus(response, 404);
            expectAnsweredByApp(response);
          }
        }
        strictEqual(app.tools.runs(), 0);
      },
    },
    {
      title: "a doubled slash in front of the tools' paths gets the app's 404",
      run: async (host) => {
        const app = await host.start();
        for (const method of ['GET', 'POST']) expectAnsweredByApp(await app.send({ method, path: `${prefix}//tools` }));
        expectStatus(await app.send({ path: `${prefix}//tools` }), 404);
      },
    },
    ...ownRoutes.map(
      (path): HostCase => ({
        title: `the app's ${path} responds as without the tools`,
        run: async (host) => {
          const app = await host.start();
          for (const query of ['', '?x=/tools']) {
            const response = await app.send({ path: path + query });
            expectStatus(response, 200);
            strictEqual((JSON.parse(response.text) as { path: string }).path, path);
          }
          const posted = await app.send(postRequest('{"a":1}', path));
          expectStatus(posted, 200);
          if (host.bodies === 'parsed') deepStrictEqual(JSON.parse(posted.text), { path, body: { a: 1 } });
        },
      }),
    ),
    {
      title: "the app's functions for principals and values do not run for other routes",
      run: async (host) => {
        const fail = (): never => {
          throw new Error('thrown by the app, on purpose');
        };
        const app = await host.start({ signIn, principal: fail, values: fail });
        for (const path of ownRoutes) expectStatus(await app.send({ path }), 200);
        const nowhere = await app.send({ path: `${prefix}/nowhere` });
        expectStatus(nowhere, 404);
        expectAnsweredByApp(nowhere);
      },
    },
    {
      title: "an invalid body for the app's route is refused by the app",
      run: async (host) => {
        const app = await host.start();
        for (const path of ['/own', `${prefix}/own`, '/nowhere', `${prefix}/nowhere`]) {
          const response = await app.send(postRequest('{"a":', path));
          ok(
            host.bodies === 'unread' || response.status >= 400,
            `status: expected at least 400, got ${response.status}`,
          );
          expectAnsweredByApp(response);
        }
      },
    },
    {
      title: "the app's routes still work after the tools have answered",
      run: async (host) => {
        const app = await host.start();
        const bytes = ['/own', `${prefix}/tools`, `${prefix}/own`, `${prefix}/health`, '/own'].map((path) =>
          app.bytes({ path }),
        );
        const { responses } = await app.converse([Buffer.concat(bytes)], bytes.length);
        deepStrictEqual(
          responses.map(({ status }) => status),
          [200, 200, 200, 200, 200],
        );
        deepStrictEqual(
          [0, 2, 4].map((index) => (JSON.parse(responses[index]?.text ?? '{}') as { path?: string }).path),
          ['/own', `${prefix}/own`, '/own'],
        );
      },
    },
  ],
};
