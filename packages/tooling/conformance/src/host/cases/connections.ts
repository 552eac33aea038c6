import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { expectSameHead, expectStatus, expectValue } from '../../cases/support/expect.ts';
import type { TestResponse } from '../../client/response.ts';
import { toolsPrefix as prefix } from '../build-app.ts';
import type { HostCaseGroup } from '../host-case.ts';
import { callHostTool, callPath, hostCall, postBytes } from './support/host-calls.ts';

/** Methods and keep-alive connections. */
export const connectionCases: HostCaseGroup = {
  title: 'Methods and connections',
  cases: [
    {
      title: 'HEAD returns the status and headers of GET',
      run: async (host) => {
        const app = await host.start();
        for (const path of ['/health', '/tools']) {
          const get = await app.send({ path: prefix + path });
          const bytes = app.bytes({ method: 'HEAD', path: prefix + path });
          expectStatus(get, 200);
          expectSameHead((await app.converse([bytes])).responses[0], get);
        }
      },
    },
    {
      title: 'OPTIONS lists the allowed methods',
      run: async (host) => {
        const app = await host.start();
        for (const [path, allowed] of [
          ['/tools', 'GET, HEAD, OPTIONS'],
          ['/tools/call', 'POST, OPTIONS'],
        ]) {
          const response = await app.send({ method: 'OPTIONS', path: prefix + path });
          expectStatus(response, 204);
          strictEqual(response.headers['allow'], allowed);
          strictEqual(response.text, '');
        }
      },
    },
    {
      title: 'another method returns 405 with the allowed methods',
      run: async (host) => {
        const app = await host.start();
        for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
          const response = await app.send({ method, path: callPath });
          expectStatus(response, 405);
          strictEqual(response.headers['allow'], 'POST, OPTIONS');
        }
        strictEqual(
          (await app.send({ method: 'DELETE', path: `${prefix}/tools` })).headers['allow'],
          'GET, HEAD, OPTIONS',
        );
      },
    },
    {
      title: 'a keep-alive connection survives every kind of error',
      run: async (host) => {
        const app = await host.start();
        const requests: readonly (readonly [status: number, bytes: Uint8Array])[] = [
          [400, postBytes(app, '{"request":')],
          [400, postBytes(app, hostCall('NoSuchTool'))],
          [422, postBytes(app, '{"request":{"tool_id":"Host.Echo@1.0.0","input":[]}}')],
          [200, postBytes(app, hostCall('Fail'))],
          [405, app.bytes({ path: callPath })],
          [404, app.bytes({ path: `${prefix}/nowhere` })],
          [400, postBytes(app, '"request"')],
          [200, postBytes(app, hostCall('Echo', 'still here'))],
        ];
        // Each request is sent after the response to the previous one.
        const steps = requests.flatMap(([, bytes], index) => [{ responses: index }, bytes]);
        const { responses } = await app.converse(steps, requests.length);
        deepStrictEqual(
          responses.map(({ status }) => status),
          requests.map(([status]) => status),
        );
        strictEqual(expectValue(responses.at(-1) as TestResponse), 'still here');
      },
    },
    {
      title: 'pipelined calls are answered in order',
      run: async (host) => {
        const app = await host.start();
        const bytes = [1, 2, 3].map((value) => postBytes(app, hostCall('Echo', value)));
        const { responses } = await app.converse([Buffer.concat(bytes)], 3);
        deepStrictEqual(responses.map(expectValue), [1, 2, 3]);
      },
    },
    {
      title: 'a large response waits for a slow reader, and delays no other caller',
      run: async (host) => {
        const app = await host.start();
        const length = 5_000_000;
        const steps = [postBytes(app, hostCall('Fill', length)), { stopReadingMs: 100 }] as const;
        const slow = app.converse(steps);
        strictEqual(expectValue(await callHostTool(await app.at(prefix), 'Echo', 'meanwhile')), 'meanwhile');
        const [response] = (await slow).responses;
        ok(
          response !== undefined && expectValue(response) === 'x'.repeat(length),
          'value: expected the text that the tool returned, got a different one',
        );
      },
    },
  ],
};
