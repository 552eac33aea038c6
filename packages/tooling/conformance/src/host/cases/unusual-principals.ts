import { match, strictEqual } from 'node:assert/strict';
import type { Principal } from '@toolwire/core';
import { expectValue } from '../../cases/support/expect.ts';
import { signIn } from '../app-functions.ts';
import type { AppPlan } from '../build-app.ts';
import type { HostCase, HostUnderTest } from '../host-case.ts';
import { createRecordingLogger } from '../recording-logger.ts';
import { callAs } from './support/host-calls.ts';
import { expectAppError, expectLogged } from './support/host-expect.ts';

// oxlint-disable unicorn/no-thenable -- some apps return thenables
/** Results of an app's `principal`, by names that are valid header values. */
type PrincipalsByName = Readonly<Record<string, () => unknown>>;

const invalidPrincipals: PrincipalsByName = {
  text: () => 'ada',
  'empty-text': () => '',
  number: () => 7,
  yes: () => true,
  no: () => false,
  symbol: () => Symbol('ada'),
  function: () => () => 'ada',
  list: () => ['ada'],
  'empty-object': () => ({}),
  'empty-id': () => ({ id: '' }),
  'number-for-id': () => ({ id: 7 }),
  'big-number-for-id': () => ({ id: 7n }),
  'nothing-for-id': () => ({ id: null }),
  'list-for-id': () => ({ id: ['ada'] }),
  'object-for-id': () => ({ id: Object('ada') as unknown }),
  'promise-for-id': () => ({ id: Promise.resolve('ada') }),
  'scopes-in-a-text': () => ({ id: 'ada', scopes: 'orders:write:all' }),
  'number-for-issuer': () => ({ id: 'ada', issuer: 7 }),
  'empty-id-in-via': () => ({ id: 'ada', via: { id: '' } }),
};

/** The message of errors that are thrown when a principal is read. */
const getterError = 'thrown by a getter, on purpose';

const get = (): never => {
  throw new Error(getterError);
};

const throwingPrincipals: PrincipalsByName = {
  'id-that-throws': () => Object.defineProperty({}, 'id', { get }),
  'scopes-that-throw': () => Object.defineProperty({ id: 'ada' }, 'scopes', { get }),
  'name-that-throws': () => Object.defineProperty({ id: 'ada' }, 'name', { get, enumerable: true }),
  'members-that-throw': () => new Proxy({ id: 'ada' }, { ownKeys: get }),
  'then-that-throws': () => Object.defineProperty({ id: 'ada' }, 'then', { get }),
  'waiting-that-throws': () => ({ id: 'ada', then: get }),
  'waiting-that-is-refused': () => ({
    then: (_take: unknown, refuse: (error: unknown) => void) => refuse(new Error(getterError)),
  }),
};

const longId = 'x'.repeat(100_000);

class Row {
  readonly #id = 'ada';
  get id(): string {
    return this.#id;
  }
}

/** Valid principals of an unusual form, with their IDs. */
const unusualPrincipals: Readonly<Record<string, { readonly id: string; readonly response: () => unknown }>> = {
  'row-of-a-library': { id: 'ada', response: () => new Row() },
  'object-without-prototype': {
    id: 'ada',
    response: () => Object.assign(Object.create(null) as object, { id: 'ada' }),
  },
  'frozen-object': { id: 'ada', response: () => Object.freeze({ id: 'ada' }) },
  'then-that-is-a-text': { id: 'ada', response: () => ({ id: 'ada', then: 'later' }) },
  // Query builders are thenables, not promises.
  'query-that-answers': { id: 'ada', response: () => ({ then: (take: (row: object) => void) => take({ id: 'ada' }) }) },
  'query-that-answers-late': {
    id: 'ada',
    response: () => ({ then: (take: (row: object) => void) => void setTimeout(take, 1, { id: 'ada' }) }),
  },
  'id-of-a-proto': { id: '__proto__', response: () => ({ id: '__proto__' }) },
  'long-id': { id: longId, response: () => ({ id: longId }) },
};

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
