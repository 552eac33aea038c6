import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { expectStatus } from '../../cases/expect.ts';
import { ownRoutes, toolsPrefix as prefix } from '../build-app.ts';
import type { HostCaseGroup } from '../host-case.ts';
import { expectOwnWords, hostCall, json } from './steps.ts';

/** What the app does beside the tools, which must not notice them. */
export const besideCases: HostCaseGroup = {
  title: 'Beside the tools',
  cases: [
    {
      title: "what nobody serves gets the app's own 404, below the tools as elsewhere",
      run: async (host) => {
        const app = await host.start();
        const elsewhere = await app.send({ path: '/nowhere' });
        expectStatus(elsewhere, 404);
        for (const path of ['', '/', '/nowhere', '/tools/nowhere', '/health/x']) {
          const below = await app.send({ path: prefix + path });
          expectStatus(below, 404);
          expectOwnWords(below);
          strictEqual(below.headers['content-type'], elsewhere.headers['content-type']);
          strictEqual(below.text.replace(prefix + path, ''), elsewhere.text.replace('/nowhere', ''));
        }
      },
    },
    {
      title: "paths that are almost the tools' get the app's own 404",
      run: async (host) => {
        const app = await host.start();
        const almost = ['/tools%2Fcall', '/tools//call', '/Tools', '/TOOLS/CALL', '/tools/call/x', '/toolsx'];
        for (const path of almost) {
          for (const method of ['GET', 'POST']) {
            const body = method === 'POST' ? { headers: json, body: hostCall('Count') } : {};
            const answer = await app.send({ method, path: prefix + path, ...body });
            expectStatus(answer, 404);
            expectOwnWords(answer);
          }
        }
        strictEqual(app.tools.runs(), 0);
      },
    },
    {
      title: "a doubled slash in front of the tools' paths gets the app's own 404",
      run: async (host) => {
        const app = await host.start();
        for (const method of ['GET', 'POST']) expectOwnWords(await app.send({ method, path: `${prefix}//tools` }));
        expectStatus(await app.send({ path: `${prefix}//tools` }), 404);
      },
    },
    ...ownRoutes.map((path) => ({
      title: `the app's own ${path} answers as before`,
      run: async (host: Parameters<HostCaseGroup['cases'][number]['run']>[0]) => {
        const app = await host.start();
        for (const query of ['', '?x=/tools']) {
          const answer = await app.send({ path: path + query });
          expectStatus(answer, 200);
          strictEqual((JSON.parse(answer.text) as { path: string }).path, path);
        }
        const posted = await app.send({ method: 'POST', path, headers: json, body: '{"a":1}' });
        expectStatus(posted, 200);
        if (host.bodies === 'parsed') deepStrictEqual(JSON.parse(posted.text), { path, body: { a: 1 } });
      },
    })),
    {
      title: "a broken body for the app's own address is refused in the app's own words",
      run: async (host) => {
        const app = await host.start();
        for (const path of ['/own', `${prefix}/own`, '/nowhere', `${prefix}/nowhere`]) {
          const answer = await app.send({ method: 'POST', path, headers: json, body: '{"a":' });
          ok(host.bodies === 'unread' || answer.status >= 400, `answered ${answer.status}`);
          expectOwnWords(answer);
        }
      },
    },
    {
      title: 'what the app serves is its own again after the tools have answered',
      run: async (host) => {
        const app = await host.start();
        const bytes = ['/own', `${prefix}/tools`, `${prefix}/own`, `${prefix}/health`, '/own'].map((path) =>
          app.bytes({ path }),
        );
        const { answers } = await app.converse([Buffer.concat(bytes)], { answers: bytes.length });
        deepStrictEqual(
          answers.map(({ status }) => status),
          [200, 200, 200, 200, 200],
        );
        deepStrictEqual(
          [0, 2, 4].map((index) => (JSON.parse(answers[index]?.text ?? '{}') as { path?: string }).path),
          ['/own', `${prefix}/own`, '/own'],
        );
      },
    },
  ],
};
