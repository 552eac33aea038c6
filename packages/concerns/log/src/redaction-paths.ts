import { StartUpError } from '@toolwire/internal';
import { isSecretName, normalizeName } from './secret-names.ts';

/** The fields to mask, prepared for lookup. */
export interface RedactionPaths {
  readonly isSecret: (name: string) => boolean;
  readonly paths: readonly (readonly string[])[];
}

/** Parses paths: a single name matches at any depth, while `user.email` and `items.*.price` start at the root. */
export function readPaths(paths: readonly string[] = []): RedactionPaths {
  for (const path of paths) {
    if (path === '' || path.split('.').includes('')) {
      throw new StartUpError(
        'TW_OPTION_PATH',
        `The path '${path}' doesn't name a field. Write a path such as 'password', 'user.email' or 'items.*.price'.`,
      );
    }
  }
  const names = new Set(paths.filter((path) => !path.includes('.')).map(normalizeName));
  return {
    isSecret: (name) => {
      const plain = normalizeName(name);
      return isSecretName(plain) || names.has(plain);
    },
    paths: paths.filter((path) => path.includes('.')).map((path) => path.split('.')),
  };
}
