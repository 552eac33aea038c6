import { redactValue } from './redact-value.ts';
import type { RedactedFields } from './redacted-fields.ts';
import { createSecretMask } from './secret-mask.ts';

/** Masks secrets by field name and by content. */
export interface Redactor {
  /** Masks the secrets in a string, except those with fewer than 4 characters. */
  readonly text: (text: string) => string;
  /** Returns a masked copy of a value, as JSON would serialize it. */
  readonly value: (value: unknown) => unknown;
  /** Returns a masked copy of a line's fields. */
  readonly fields: (fields: object) => object;
}

/** Creates a redactor without checking options, because the inspector page has no room for the checks. */
export function createRedactorFor(fields: RedactedFields, secrets: readonly string[], errors?: 'name'): Redactor {
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
