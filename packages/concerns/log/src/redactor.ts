import {
  checkNames,
  createRedactorFor,
  type NamesOf,
  type RedactedFields,
  type Redactor,
  redactedFields,
  StartupError,
} from '@toolwire/internal';

/** Options of `createRedactor()`. */
export interface RedactorOptions {
  /**
   * Additional fields to mask: `password` at any depth, `user.email` from the root. `secret-fields.ts` of `@toolwire/internal` has the
   * names that are always masked.
   */
  readonly paths?: readonly string[] | undefined;
  /** Strings to mask everywhere, for example the tokens of a request. */
  readonly secrets?: readonly string[] | undefined;
}

const optionNames: NamesOf<RedactorOptions> = { paths: true, secrets: true };

/** Creates a redactor. */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  checkNames('createRedactor()', options, optionNames);
  const { paths, secrets = [] } = options;
  return createRedactorFor(readPaths(paths), secrets);
}

/** Checks and prepares paths: a single name matches at any depth, while `user.email` and `items.*.price` start at the root. */
export function readPaths(paths: readonly string[] = []): RedactedFields {
  for (const path of paths) {
    if (path === '' || path === '*' || path.split('.').includes('')) {
      throw new StartupError(
        'TW_OPTION_PATH',
        `The path '${path}' doesn't name a field. Write a path such as 'password', 'user.email' or 'items.*.price'.`,
      );
    }
  }
  return redactedFields(paths);
}
