import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Principal } from '@toolwire/core';
import { expectStatus, expectValue } from '../../cases/expect.ts';
import { goodHeaders } from '../../subject/known-credentials.ts';
import type { HostCase, HostCaseGroup } from '../host-case.ts';
import { hostAuth, hostCredentials } from '../host-credentials.ts';
import { createRecordingLogger } from '../recording-logger.ts';
import { oddPrincipalCases } from './odd-principal-cases.ts';
import { callAs, callPath, expectLogged, signIn } from './principal-steps.ts';
import { expectOwnWords, hostCall } from './steps.ts';

/** What the app's `principal` says of who calls. */
export const whoCallsCases: HostCaseGroup = {
  title: 'Who calls',
  cases: [
    ...[
      { title: 'a tool knows whom the app has signed in, each caller as the one that it is', plan: {} },
      {
        title: 'a tool knows whom the app has signed in when a principal that takes its time says so',
        plan: { principalMs: 3 },
      },
    ].map(
      ({ title, plan }): HostCase => ({
        title,
        run: async (host) => {
          const app = await host.start({ ...plan, signIn });
          const names = Array.from({ length: 40 }, (_, index) => `user-${index}`);
          const seen = names.map(async (name) => expectValue(await callAs(app, 'Principal', { authorization: name })));
          deepStrictEqual(await Promise.all(seen), names);
        },
      }),
    ),
    {
      title:
        'calls of several users that are sent ahead on one connection are each of its own user, whoever is known first',
      run: async (host) => {
        const names = Array.from({ length: 8 }, (_, index) => `user-${index}`);
        // Whoever came last is known first.
        const principal = (id: string): Promise<Principal> => wait(2 * names.length - 2 * names.indexOf(id), { id });
        const app = await host.start({ principal, signIn });
        const bytes = names.map((name) => {
          const headers = ['Content-Type: application/json', `Authorization: ${name}`];
          return app.bytes({ method: 'POST', path: callPath, headers, body: hostCall('Principal') });
        });
        const { answers } = await app.converse([Buffer.concat(bytes)], { answers: names.length });
        deepStrictEqual(answers.map(expectValue), names);
      },
    },
    {
      title: 'a caller whom the app does not name is nobody, and is served',
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
      title: 'the app names the caller where the tools ask for credentials besides, which still have to be right',
      run: async (host) => {
        const app = await host.start({ signIn: () => 'ada', auth: hostAuth() });
        const stranger = await callAs(app, 'Count', {});
        ok(stranger.status >= 400, `a caller without credentials was answered ${stranger.status}`);
        strictEqual(app.tools.runs(), 0);
        const known = await callAs(app, 'Principal', goodHeaders(hostCredentials));
        strictEqual(expectValue(known), 'ada');
      },
    },
    {
      title: "what the app's principal throws is the app's own 500, and no tool runs",
      run: async (host) => {
        const principal = (user: string): Principal => {
          if (user === 'trouble') throw new Error('thrown by the principal, on purpose');
          return { id: user };
        };
        const app = await host.start({ principal, signIn });
        const answer = await callAs(app, 'Count', { authorization: 'trouble' });
        expectStatus(answer, 500);
        expectOwnWords(answer);
        strictEqual(expectValue(await callAs(app, 'Count', { authorization: 'ada' })), 1);
      },
    },
    {
      title: "what the app's principal throws is its own 500 also where that is no error, and goes on to nothing else",
      run: async (host) => {
        // Nothing at all, and words that frameworks take for a way to go on.
        for (const thrown of [undefined, null, false, '', 'route', 'router']) {
          for (const principal of [throwing(thrown), async () => throwing(thrown)()]) {
            const app = await host.start({ principal, signIn });
            const answer = await callAs(app, 'Count', {});
            expectStatus(answer, 500);
            expectOwnWords(answer);
            strictEqual(app.tools.runs(), 0);
          }
        }
      },
    },
    {
      title: "what the app's principal throws, now or later, is told to the log of the tools, once",
      run: async (host) => {
        for (const how of ['at once', 'late']) {
          const text = `thrown by the principal ${how}, on purpose`;
          await expectLogged(host, text, () => {
            const error = new Error(text);
            if (how === 'at once') throw error;
            return wait(1).then(() => Promise.reject(error));
          });
        }
      },
    },
    {
      title:
        "what the app's principal throws is told without the credentials of the request, also where it repeats them",
      run: async (host) => {
        const logger = createRecordingLogger();
        const session = 'a-session-of-ada-that-nobody-may-read';
        const principal = (user: string): never => {
          throw new Error(`no such session: ${user}, nor ${encodeURIComponent(`of ${user}`)}`);
        };
        const app = await host.start({ principal, logger, signIn });
        expectStatus(await callAs(app, 'Count', { authorization: session }), 500);
        ok(logger.text().includes('no such session'), `the log says nothing of it: ${logger.text()}`);
        ok(!logger.text().includes(session), 'the log has the credentials of the request');
      },
    },
    ...oddPrincipalCases,
  ],
};

function throwing(thrown: unknown): () => never {
  return () => {
    throw thrown;
  };
}
