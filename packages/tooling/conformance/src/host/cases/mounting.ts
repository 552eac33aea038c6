import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { HttpResponse } from '@toolwire/core/wire';
import { jsonHeaders, postRequest } from '../../cases/support/calls.ts';
import { expectStatus, expectValue } from '../../cases/support/expect.ts';
import { signIn } from '../app-functions.ts';
import { toolsPrefix as prefix } from '../build-app.ts';
import type { MountedServer } from '../host-app.ts';
import type { HostCase, HostCaseGroup, StartedApp } from '../host-case.ts';
import { callHostTool, callPath, hostCall } from './support/host-calls.ts';
import { expectAnsweredByApp } from './support/host-expect.ts';

/** Where tools are mounted. */
export const mountingCases: HostCaseGroup = {
  title: 'Mounting',
  cases: [
    ...[prefix, '/', '/a/b-c/d.e_f~1'].map(
      (mountPath): HostCase => ({
        title: mountPath === '/' ? 'tools answer at the root' : `tools answer below ${mountPath}`,
        run: async (host) => {
          const app = await host.start({ prefixes: [mountPath] });
          await expectTools(app, mountPath);
          if (mountPath === '/') return;
          const elsewhere = await app.send({ path: '/tools' });
          expectStatus(elsewhere, 404);
          expectAnsweredByApp(elsewhere);
        },
      }),
    ),
    {
      title: 'two mounts in one app are independent',
      run: async (host) => {
        const app = await host.start({ prefixes: [prefix, '/api/other'] });
        await expectTools(app, prefix);
        await expectTools(app, '/api/other');
      },
    },
    {
      title: 'a mount below another mount is reachable',
      run: async (host) => {
        const app = await host.start({ prefixes: ['/api', prefix] });
        await expectTools(app, '/api');
        await expectTools(app, prefix);
        expectStatus(await app.send(postRequest('{', callPath)), 400);
      },
    },
    {
      title: 'a trailing slash and a query change nothing',
      run: async (host) => {
        const app = await host.start();
        for (const query of ['', '?', '?x=1', '?x=%ZZ&&=', '?a=/own', '?a=//b?c']) {
          for (const slash of ['', '/']) {
            expectStatus(await app.send({ path: `${prefix}/tools${slash}${query}` }), 200);
            const path = `${callPath}${slash}${query}`;
            strictEqual(expectValue(await app.send(postRequest(hostCall('Echo', query), path))), query);
          }
        }
      },
    },
    {
      title: 'method, path, query and repeated headers arrive unchanged',
      run: async (host) => {
        const app = await host.start({ server: mirror });
        const headers = { 'x-twice': ['1', '2'], 'X-Once': 'A' };
        const response = await app.send({ path: '/mirror?a=%20b&c=?d=%2F', headers });
        deepStrictEqual(JSON.parse(response.text), {
          method: 'GET',
          path: '/mirror',
          query: 'a=%20b&c=?d=%2F',
          twice: '1, 2',
          once: 'A',
          none: null,
        });
      },
    },
    {
      title: 'each mount passes its own values to its tools',
      run: async (host) => {
        const app = await host.start({ prefixes: [prefix, '/api/other'], signIn });
        const ada = await app.at(prefix, { authorization: 'ada' });
        const bob = await app.at('/api/other', { authorization: 'bob' });
        const responses = await Promise.all([callHostTool(ada, 'WhoAmI'), callHostTool(bob, 'WhoAmI')]);
        deepStrictEqual(responses.map(expectValue), ['ada', 'bob']);
      },
    },
  ],
};

async function expectTools(app: StartedApp, mountPath: string): Promise<void> {
  const server = await app.at(mountPath);
  expectStatus(await server.send({ path: '/health' }), 200);
  const tools = await server.tools();
  ok(
    tools.some(({ id }) => id === 'Host.Where@1.0.0'),
    `listing below ${mountPath}: expected the tools of the host, got others`,
  );
  strictEqual(expectValue(await callHostTool(server, 'Where')), mountPath);
}

/** Returns the request as the host passes it on. */
const mirror: MountedServer = {
  paths: ['/mirror'],
  handle: (request): HttpResponse | undefined => {
    if (request.path !== '/mirror') return undefined;
    const { method, path, query } = request;
    const header = (name: string): string | null => request.header(name) ?? null;
    const received = { method, path, query, twice: header('x-twice'), once: header('x-once'), none: header('x-none') };
    return { status: 200, headers: jsonHeaders, body: JSON.stringify(received) };
  },
};
