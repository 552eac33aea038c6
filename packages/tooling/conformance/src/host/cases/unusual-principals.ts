import { match, strictEqual } from 'node:assert/strict';
import type { Principal } from '@toolwire/core';
import { expectValue } from '../../cases/support/expect.ts';
import type { AppPlan } from '../build-app.ts';
import type { HostCase, HostUnderTest } from '../host-case.ts';
import { createRecordingLogger } from '../loggers.ts';
import {
  getterError,
  invalidPrincipals,
  type PrincipalsByName,
  throwingPrincipals,
  unusualPrincipals,
} from './principal-samples.ts';
import { callAs, expectAppError, expectLogged, signIn } from './support.ts';

/** Invalid and unusual results of an app's `principal`. */
export const unusualPrincipalCases: readonly HostCase[] = [
  {
    title: 'an invalid principal is a 500, and the log states the expected form',
    run: (host) => expectFailures(host, invalidPrincipals, ' of a `principal` must be |`principal` must return '),
  },
  {
    title: 'a principal that throws when it is read is a 500, and the log has the error',
    run: (host) => expectFailures(host, throwingPrincipals, getterError),
  },
  {
    title: 'a principal that never resolves is a 500 after a timeout',
    run: async (host) => {
      const never = (): Promise<Principal> => new Promise(() => undefined);
      await expectLogged(host, 'did not return within 10 milliseconds', { principal: never, callerMs: 10 });
    },
  },
  {
    title: 'an unusual object with a valid ID is a principal, returned or resolved',
    run: async (host) => {
      for (const isAsync of [false, true]) {
        const app = await host.start(planWith((name) => unusualPrincipals[name]?.response(), isAsync));
        for (const [name, { id }] of Object.entries(unusualPrincipals)) {
          strictEqual(expectValue(await callAs(app, 'Principal', { authorization: name })), id, name);
        }
      }
    },
  },
];

/** An app whose principal is the sample that the request names. */
function planWith(response: (name: string) => unknown, isAsync: boolean): AppPlan {
  // Plain JavaScript can return values that the types reject.
  const principal = (name: string): Principal => response(name) as Principal;
  return { principal: isAsync ? async (name) => principal(name) : principal, signIn };
}

/** Expects for each principal a 500 from the app, and one error in the log that matches. */
async function expectFailures(host: HostUnderTest, principals: PrincipalsByName, pattern: string): Promise<void> {
  for (const isAsync of [false, true]) {
    const logger = createRecordingLogger();
    const app = await host.start({ ...planWith((name) => principals[name]?.(), isAsync), logger });
    for (const name of Object.keys(principals)) {
      const before = logger.text().length;
      const response = await callAs(app, 'Count', { authorization: name });
      expectAppError(response);
      const lines = logger.text().slice(before).trim().split('\n');
      strictEqual(lines.length, 1, `log lines for ${name}: expected 1, got ${lines.length}: ${lines.join('; ')}`);
      match(lines[0] ?? '', new RegExp(`"level":"error".*(?:${pattern})`), name);
    }
    strictEqual(app.tools.runs(), 0);
  }
}
