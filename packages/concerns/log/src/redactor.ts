import { checkChoice, checkNames, createSecretMask, type NamesOf } from '@toolwire/internal';
import { redactValue } from './redact-value.ts';
import { type RedactedFields, readPaths } from './redacted-fields.ts';

/** Options of `createRedactor()`. */
export interface RedactorOptions {
  /** Additional fields to mask: `password` at any depth, `user.email` from the root. */
  readonly paths?: readonly string[] | undefined;
  /** Strings to mask everywhere, for example the tokens of a request. */
  readonly secrets?: readonly string[] | undefined;
  /** `name` reduces errors to their names, for readers who may not see messages and stacks. */
  readonly errors?: 'name' | undefined;
}

/** Masks secrets by field name and by content. */
export interface Redactor {
  /** Masks the secrets in a string, except those with fewer than 4 characters. */
  readonly text: (text: string) => string;
  /** Returns a masked copy of a value, as JSON would serialize it. */
  readonly value: (value: unknown) => unknown;
  /** Returns a masked copy of a line's fields. */
  readonly fields: (fields: object) => object;
}

const optionNames: NamesOf<RedactorOptions> = { paths: true, secrets: true, errors: true };

/** Creates a redactor. */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  checkNames('createRedactor()', options, optionNames);
  const { paths, secrets = [], errors } = options;
  if (errors !== undefined) checkChoice('errors', errors, ['name']);
  return createRedactorFor(readPaths(paths), secrets, errors);
}

/** Creates a redactor with parsed paths. */
export function createRedactorFor(
  fields: RedactedFields,
  secrets: readonly string[],
  errors?: RedactorOptions['errors'],
): Redactor {
  const text = createSecretMask(secrets);
  const rules = { fields, text, wholeValues: new Set(secrets.filter((secret) => secret !== '')), errors };
  return {
    text,
    value: (value) => redactValue(value, rules),
    fields: (lineFields) => {
      const redacted = redactValue(lineFields, rules);
      return typeof redacted === 'object' && redacted !== null ? redacted : { fields: redacted };
    },
  };
}
