/** A user, as the app keeps it. */
export interface User {
  readonly id: string;
  readonly scopes: readonly string[];
}

// An app of yours keeps hashes of passwords, in a database.
const users = new Map([
  ['ada', { password: 'engine', user: { id: 'ada', scopes: ['orders:read', 'orders:write'] } }],
  ['bob', { password: 'builder', user: { id: 'bob', scopes: ['orders:read'] } }],
]);

/** Whose name and password these are. */
export function findByPassword(name: string, password: string): User | undefined {
  const found = users.get(name);
  return found?.password === password ? found.user : undefined;
}

/** The user with an id. */
export function findById(id: string): User | undefined {
  return users.get(id)?.user;
}
