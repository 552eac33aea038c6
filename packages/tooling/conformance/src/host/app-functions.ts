import { setTimeout as wait } from 'node:timers/promises';
import type { HostPrincipal } from '@toolwire/core/internal';

/** The user name of callers who send no credentials. */
export const anonymousUser = 'anonymous';

/** Uses the whole Authorization header as the user name. */
export const signIn = (name: string | undefined): string => name ?? anonymousUser;

/** The principal of a user: one with the user name as its ID, or none for `anonymous`. */
export const namedUser: HostPrincipal<string> = (user) => (user === anonymousUser ? undefined : { id: user });

/** The user whom the guard, or the same step of the host, has added to the request. */
export function userOf(signedIn: object): string {
  return (signedIn as { user: string }).user;
}

/** Functions of the app that fail at once and later, with their texts. */
export const failures: readonly (readonly [text: string, fail: () => Promise<never>])[] = [
  [
    'thrown on purpose',
    () => {
      throw new Error('thrown on purpose');
    },
  ],
  ['rejected on purpose', () => wait(1).then(() => Promise.reject(new Error('rejected on purpose')))],
];
