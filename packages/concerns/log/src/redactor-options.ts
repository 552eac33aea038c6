import {
  checkChoice,
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
  /** `name` reduces errors to their names, for readers who may not see messages and stacks. */
  readonly errors?: 'name' | undefined;
}

const optionNames: NamesOf<RedactorOptions> = { paths: true, secrets: true, errors: true };

/** Creates a redactor. */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  checkNames('createRedactor()', options, optionNames);
  const { paths, secrets = [], errors } = options;
  if (errors !== undefined) checkChoice('errors', errors, ['name']);
  return createRedactorFor(readPaths(paths), secrets, errors);
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
