import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Principal } from '@toolwire/core';
import { expectStatus, expectValue } from '../../cases/support/expect.ts';
import { validHeaders } from '../../client/credentials.ts';
import { failures, signIn } from '../app-functions.ts';
import type { HostCase, HostCaseGroup } from '../host-case.ts';
import { createRecordingLogger } from '../recording-logger.ts';
import { hostAuth, hostCredentials } from '../start-otc.ts';
import { callAs, callPath, hostCall } from './support/host-calls.ts';
import { expectAppError, expectLogged } from './support/host-expect.ts';
import { unusualPrincipalCases } from './unusual-principals.ts';

/** The principal that the app passes to the tools. */
export const principalCases: HostCaseGroup = {
  title: 'Principals',
  cases: [
    ...(
      [
        { title: 'a tool receives the principal of each caller', plan: {} },
        {
          title: 'a tool receives a principal that resolves later',
          plan: { principal: (id: string): Promise<Principal> => wait(3, { id }) },
        },
      ] as const
    ).map(
      ({ title, plan }): HostCase => ({
        title,
        run: async (host) => {
          const app = await host.start({ ...plan, signIn });
          const names = Array.from({ length: 40 }, (_, index) => `user-${index}`);
          const principals = names.map(async (name) =>
            expectValue(await callAs(app, 'Principal', { authorization: name })),
          );
          deepStrictEqual(await Promise.all(principals), names);
        },
      }),
    ),
    {
      title: 'pipelined calls of several users keep their users, in any order in which principals resolve',
      run: async (host) => {
        const names = Array.from({ length: 8 }, (_, index) => `user-${index}`);
        // Principals resolve in reverse order.
        const principal = (id: string): Promise<Principal> => wait(2 * names.length - 2 * names.indexOf(id), { id });
        const app = await host.start({ principal, signIn });
        const bytes = names.map((name) => {
          const headers = ['Content-Type: application/json', `Authorization: ${name}`];
          return app.bytes({ method: 'POST', path: callPath, headers, body: hostCall('Principal') });
        });
        const { responses } = await app.converse([Buffer.concat(bytes)], names.length);
        deepStrictEqual(responses.map(expectValue), names);
      },
    },
    {
      title: 'a caller without a principal is anonymous, and is served',
      run: async (host) => {
        for (const none of [undefined, null]) {
          for (const principal of [() => none, () => Promise.resolve(none)]) {
            const app = await host.start({ principal, signIn });
            strictEqual(expectValue(await callAs(app, 'Principal', { authorization: 'ada' })), null);
          }
        }
      },
    },
    {
      title: 'the principal of the app is used where the tools also require credentials, which must still be valid',
      run: async (host) => {
        const app = await host.start({ signIn: () => 'ada', auth: hostAuth() });
        const refused = await callAs(app, 'Count', {});
        ok(refused.status >= 400, `status without credentials: expected at least 400, got ${refused.status}`);
        strictEqual(app.tools.runs(), 0);
        const accepted = await callAs(app, 'Principal', validHeaders(hostCredentials));
        strictEqual(expectValue(accepted), 'ada');
      },
    },
    {
      title: "an error in the app's principal is the app's 500, and no tool runs",
      run: async (host) => {
        const principal = (user: string): Principal => {
          if (user === 'trouble') throw new Error('thrown by the principal, on purpose');
          return { id: user };
        };
        const app = await host.start({ principal, signIn });
        const response = await callAs(app, 'Count', { authorization: 'trouble' });
        expectAppError(response);
        strictEqual(expectValue(await callAs(app, 'Count', { authorization: 'ada' })), 1);
      },
    },
    {
      title: "any other value that the app's principal throws is also the app's 500, and no tool runs",
      run: async (host) => {
        // `route` and `router` have a meaning in Express.
        for (const exception of [undefined, null, false, '', 'route', 'router']) {
          for (const principal of [throwing(exception), async () => throwing(exception)()]) {
            const app = await host.start({ principal, signIn });
            const response = await callAs(app, 'Count', {});
            expectAppError(response);
            strictEqual(app.tools.runs(), 0);
          }
        }
      },
    },
    {
      title: "an error or rejection of the app's principal is logged once by the tools",
      run: async (host) => {
        for (const [text, principal] of failures) await expectLogged(host, text, { principal });
      },
    },
    {
      title: "an error of the app's principal that repeats the credentials of the request is logged without them",
      run: async (host) => {
        const logger = createRecordingLogger();
        const session = 'a-secret-session-of-ada';
        const principal = (user: string): never => {
          throw new Error(`no such session: ${user}, nor ${encodeURIComponent(`of ${user}`)}`);
        };
        const app = await host.start({ principal, logger, signIn });
        expectStatus(await callAs(app, 'Count', { authorization: session }), 500);
        ok(logger.text().includes('no such session'), `log: expected the error, got ${logger.text()}`);
        ok(!logger.text().includes(session), 'log: expected no credentials of the request, got them');
      },
    },
    ...unusualPrincipalCases,
  ],
};

function throwing(exception: unknown): () => never {
  return () => {
    throw exception;
  };
}
