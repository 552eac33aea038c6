/** Names whose values are masked wherever they stand, in any spelling: `apiKey`, `api_key` and `API-KEY` are one. */
const secretNames = [
  'accesskey',
  'accesstoken',
  'apikey',
  'authorization',
  'clientsecret',
  'cookie',
  'credentials',
  'idtoken',
  'passphrase',
  'passwd',
  'password',
  'privatekey',
  'proxyauthorization',
  'pwd',
  'refreshtoken',
  'secret',
  'secrets',
  'secretkey',
  'sessiontoken',
  'setcookie',
  'token',
];

/** Which fields to mask whatever they hold, made ready to be looked up. */
export interface RedactionPaths {
  readonly names: ReadonlySet<string>;
  readonly paths: readonly (readonly string[])[];
}

/** Reads paths: a name alone stands for fields of that name at any depth, `user.email` and `items.*.price` begin at the top. */
export function readPaths(paths: readonly string[] = []): RedactionPaths {
  for (const path of paths) {
    if (path === '' || path.split('.').includes('')) {
      throw new RangeError(`The path '${path}' names no field. Write 'password', 'user.email' or 'items.*.price'.`);
    }
  }
  return {
    names: new Set([...secretNames, ...paths.filter((path) => !path.includes('.')).map(plainName)]),
    paths: paths.filter((path) => path.includes('.')).map((path) => path.split('.')),
  };
}

/** A name without what only spells it. */
export function plainName(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}
