import { redactValue } from './redact-value.ts';
import { type RedactionPaths, readPaths } from './redaction-paths.ts';
import { createTextMask } from './text-mask.ts';

/** What must not be in a log. */
export interface RedactorOptions {
  /** Fields to mask whatever they hold, besides those that are always masked: `password` at any depth, `user.email` from the top. */
  readonly paths?: readonly string[] | undefined;
  /** Texts to mask wherever they are, such as the tokens that came with a request. */
  readonly secrets?: readonly string[] | undefined;
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

/** Makes a redactor. */
export function createRedactor({ paths, secrets = [] }: RedactorOptions = {}): Redactor {
  return redactorOf(readPaths(paths), secrets);
}

/** The same, with paths that were read before. */
export function redactorOf(fields: RedactionPaths, secrets: readonly string[]): Redactor {
  const text = createTextMask(secrets);
  const masking = { fields, text, whole: new Set(secrets.filter((secret) => secret !== '')) };
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
