const namesByToken: ReadonlyMap<string, string> = new Map([
  ['token-of-ada', 'Ada'],
  ['token-of-bob', 'Bob'],
]);

/** The app's own way to know its users: a bearer token in, a name out. */
export function findUser(authorization: string | null | undefined): string | undefined {
  return namesByToken.get(authorization?.replace('Bearer ', '') ?? '');
}
