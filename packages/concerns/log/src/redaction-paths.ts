import { StartUpError } from '@toolwire/internal';

/**
 * How names end whose values are masked wherever they stand, in any spelling: `apiKey`, `x-api-key` and `MAIL_API_KEY` are one.
 * What only counts or names them, such as `maxTokens` or `secretId`, ends in another way.
 */
const secretName =
  /(?:token|secrets?|password|passwd|pwd|passphrase|passcode|apikeys?|(?:access|private|secret|signing|encryption)key|credentials?|cookies?|authorization|jwt|bearer|sessionid|connectionstring)$/;

/** Which fields to mask whatever they hold, made ready to be looked up. */
export interface RedactionPaths {
  readonly isSecret: (name: string) => boolean;
  readonly paths: readonly (readonly string[])[];
}

/** Reads paths: a name alone stands for fields of that name at any depth, `user.email` and `items.*.price` begin at the top. */
export function readPaths(paths: readonly string[] = []): RedactionPaths {
  for (const path of paths) {
    if (path === '' || path.split('.').includes('')) {
      throw new StartUpError(
        'TW_OPTION_PATH',
        `The path '${path}' names no field. Write 'password', 'user.email' or 'items.*.price'.`,
      );
    }
  }
  const names = new Set(paths.filter((path) => !path.includes('.')).map(plainName));
  return {
    isSecret: (name) => {
      const plain = plainName(name);
      return secretName.test(plain) || names.has(plain);
    },
    paths: paths.filter((path) => path.includes('.')).map((path) => path.split('.')),
  };
}

/** A name without what only spells it. */
function plainName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
