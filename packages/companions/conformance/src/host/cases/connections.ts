import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { expectStatus, expectValue } from '../../cases/expect.ts';
import type { Answer } from '../../subject/answer.ts';
import { toolsPrefix as prefix } from '../build-app.ts';
import type { HostCaseGroup, StartedApp } from '../host-case.ts';
import { callHostTool, hostCall } from './steps.ts';

const call = `${prefix}/tools/call`;

/** Methods, and connections that are used again. */
export const connectionCases: HostCaseGroup = {
  title: 'Methods and connections',
  cases: [
    {
      title: 'HEAD answers like GET, without a body',
      run: async (host) => {
        const app = await host.start();
        for (const path of ['/health', '/tools']) {
          const get = await app.send({ path: prefix + path });
          const bytes = app.bytes({ method: 'HEAD', path: prefix + path });
          const [head] = (await app.converse([bytes], { headOnly: true })).answers;
          strictEqual(head?.status, 200);
          for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
            strictEqual(head.headers[name], get.headers[name], name);
          }
        }
      },
    },
    {
      title: 'OPTIONS names what is allowed',
      run: async (host) => {
        const app = await host.start();
        for (const [path, allowed] of [
          ['/tools', 'GET, HEAD, OPTIONS'],
          ['/tools/call', 'POST, OPTIONS'],
        ]) {
          const answer = await app.send({ method: 'OPTIONS', path: prefix + path });
          expectStatus(answer, 204);
          strictEqual(answer.headers['allow'], allowed);
          strictEqual(answer.text, '');
        }
      },
    },
    {
      title: 'another method is answered 405 with what is allowed',
      run: async (host) => {
        const app = await host.start();
        for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
          const answer = await app.send({ method, path: call });
          expectStatus(answer, 405);
          strictEqual(answer.headers['allow'], 'POST, OPTIONS');
        }
        strictEqual(
          (await app.send({ method: 'DELETE', path: `${prefix}/tools` })).headers['allow'],
          'GET, HEAD, OPTIONS',
        );
      },
    },
    {
      title: 'a kept connection survives every kind of error',
      run: async (host) => {
        const app = await host.start();
        const requests: readonly (readonly [status: number, bytes: Uint8Array])[] = [
          [400, post(app, '{"request":')],
          [400, post(app, hostCall('NoSuchTool'))],
          [422, post(app, '{"request":{"tool_id":"Host.Echo@1.0.0","input":[]}}')],
          [200, post(app, hostCall('Fail'))],
          [405, app.bytes({ path: call })],
          [404, app.bytes({ path: `${prefix}/nowhere` })],
          [400, post(app, '"request"')],
          [200, post(app, hostCall('Echo', 'still here'))],
        ];
        // One after the other, on one connection: each is sent when the one before has been answered.
        const steps = requests.flatMap(([, bytes], index) => [{ answers: index }, bytes]);
        const { answers } = await app.converse(steps, { answers: requests.length });
        deepStrictEqual(
          answers.map(({ status }) => status),
          requests.map(([status]) => status),
        );
        strictEqual(expectValue(answers.at(-1) as Answer), 'still here');
      },
    },
    {
      title: 'calls sent ahead are answered in their order',
      run: async (host) => {
        const app = await host.start();
        const bytes = [1, 2, 3].map((value) => post(app, hostCall('Echo', value)));
        const { answers } = await app.converse([Buffer.concat(bytes)], { answers: 3 });
        deepStrictEqual(answers.map(expectValue), [1, 2, 3]);
      },
    },
    {
      title: 'a large answer waits for a slow reader, and holds up nobody else',
      run: async (host) => {
        const app = await host.start();
        const length = 5_000_000;
        const steps = [post(app, hostCall('Fill', length)), { stopReadingMs: 100 }] as const;
        const slow = app.converse(steps);
        strictEqual(expectValue(await callHostTool(await app.at(prefix), 'Echo', 'meanwhile')), 'meanwhile');
        const [answer] = (await slow).answers;
        ok(answer !== undefined && expectValue(answer) === 'x'.repeat(length), 'the answer is not what was made');
      },
    },
  ],
};

function post(app: StartedApp, body: string): Uint8Array {
  return app.bytes({ method: 'POST', path: call, headers: ['Content-Type: application/json'], body });
}
