import { match, strictEqual } from 'node:assert/strict';
import type { Principal } from '@toolwire/core';
import { expectStatus, expectValue } from '../../cases/expect.ts';
import type { AppPlan } from '../build-app.ts';
import type { HostCase, HostUnderTest } from '../host-case.ts';
import { createRecordingLogger } from '../recording-logger.ts';
import { nobodies, type OddPrincipals, readingFailed, somebodies, unreadable } from './odd-principals.ts';
import { callAs, expectLogged, signIn } from './principal-steps.ts';
import { expectOwnWords } from './steps.ts';

/** What an app's `principal` may answer besides what it should. */
export const oddPrincipalCases: readonly HostCase[] = [
  {
    title: 'a principal that is none serves nobody, and the log says what it must be',
    run: (host) => expectFailures(host, nobodies, ' of a `principal` must be |`principal` must answer '),
  },
  {
    title: 'a principal that throws once it is read serves nobody, and the log has what it threw',
    run: (host) => expectFailures(host, unreadable, readingFailed),
  },
  {
    title: 'a principal that never comes serves nobody, and is not waited for without end',
    run: async (host) => {
      const never = (): Promise<Principal> => new Promise(() => undefined);
      await expectLogged(host, 'has not answered within 10 milliseconds', never, { callerMs: 10 });
    },
  },
  {
    title: 'a principal of an odd make is whom it names, now or later',
    run: async (host) => {
      for (const isLater of [false, true]) {
        const app = await host.start(answering((name) => somebodies[name]?.answer(), isLater));
        for (const [name, { id }] of Object.entries(somebodies)) {
          strictEqual(expectValue(await callAs(app, 'Principal', { authorization: name })), id, name);
        }
      }
    },
  },
];

/** An app whose principal is what a request names, at once or by a promise. */
function answering(answer: (name: string) => unknown, isLater: boolean): AppPlan {
  // The types refuse what is none; plain JavaScript does not.
  const principal = (name: string): Principal => answer(name) as Principal;
  return { principal: isLater ? async (name) => principal(name) : principal, signIn };
}

/** Each is answered 500 by the app, at once and as a promise, and the log of the tools has one error for it, with such words. */
async function expectFailures(host: HostUnderTest, odd: OddPrincipals, words: string): Promise<void> {
  for (const isLater of [false, true]) {
    const logger = createRecordingLogger();
    const app = await host.start({ ...answering((name) => odd[name]?.(), isLater), logger });
    for (const name of Object.keys(odd)) {
      const before = logger.text().length;
      const answer = await callAs(app, 'Count', { authorization: name });
      expectStatus(answer, 500);
      expectOwnWords(answer);
      const lines = logger.text().slice(before).trim().split('\n');
      strictEqual(lines.length, 1, `the log has ${lines.length} lines for ${name}: ${lines.join('; ')}`);
      match(lines[0] ?? '', new RegExp(`"level":"error".*(?:${words})`), name);
    }
    strictEqual(app.tools.runs(), 0);
  }
}
