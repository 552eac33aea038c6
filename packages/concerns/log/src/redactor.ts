import { checkNames, createSecretMask, type NamesOf } from '@toolwire/internal';
import { redactValue } from './redact-value.ts';
import { type RedactionPaths, readPaths } from './redaction-paths.ts';

/** What to mask, besides what is always masked. */
export interface RedactorOptions {
  /** Fields to mask whatever they hold, besides those that are always masked: `password` at any depth, `user.email` from the top. */
  readonly paths?: readonly string[] | undefined;
  /** Texts to mask wherever they are, such as the tokens that came with a request. */
  readonly secrets?: readonly string[] | undefined;
  /** `name` shows no more of errors than that: for those who may not read messages and stacks. */
  readonly errors?: 'name' | undefined;
}

/** Masks secrets, by where they stand and by what they are. */
export interface Redactor {
  /** A text without the secrets; those of fewer than 4 characters stay in it. */
  readonly text: (text: string) => string;
  /** A copy of a value, as JSON would write it, without the secrets. */
  readonly value: (value: unknown) => unknown;
  /** The same for the fields of a line. */
  readonly fields: (fields: object) => object;
}

const optionNames: NamesOf<RedactorOptions> = { paths: true, secrets: true, errors: true };

/** Makes a redactor. */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  checkNames('createRedactor()', options, optionNames);
  const { paths, secrets = [], errors } = options;
  return redactorOf(readPaths(paths), secrets, errors);
}

/** The same, with paths that were read before. */
export function redactorOf(
  fields: RedactionPaths,
  secrets: readonly string[],
  errors?: RedactorOptions['errors'],
): Redactor {
  const text = createSecretMask(secrets);
  const masking = { fields, text, whole: new Set(secrets.filter((secret) => secret !== '')), errors };
  const value = (any: unknown): unknown => redactValue(any, masking);
  return {
    text,
    value,
    fields: (of) => {
      const redacted = value(of);
      return typeof redacted === 'object' && redacted !== null ? redacted : { fields: redacted };
    },
  };
}
