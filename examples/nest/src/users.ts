export interface User {
  readonly id: string;
  readonly roles: readonly string[];
}

const usersByToken: ReadonlyMap<string, User> = new Map([
  ['token-of-ada', { id: 'Ada', roles: ['support'] }],
  ['token-of-bob', { id: 'Bob', roles: [] }],
]);

/** The users of the app, by their bearer tokens. */
export function findUser(authorization: string | undefined): User | undefined {
  return usersByToken.get(authorization?.replace('Bearer ', '') ?? '');
}
