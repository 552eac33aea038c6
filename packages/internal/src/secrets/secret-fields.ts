import { isObject } from '../values/json-values.ts';

/** The fields to mask, prepared for lookup. */
export interface RedactedFields {
  /** Whether a field is masked at any depth. */
  readonly isSecret: (name: string) => boolean;
  /** The segments of paths from the root. */
  readonly paths: readonly (readonly string[])[];
}

/** Prepares paths for lookup: a single name matches at any depth, while `user.email` and `items.*.price` start at the root. */
export function redactedFields(paths: readonly string[] = []): RedactedFields {
  const names = new Set(paths.filter((path) => !path.includes('.')).map(normalizeName));
  return {
    isSecret: (name) => {
      const normalized = normalizeName(name);
      return secretName.test(normalized) || names.has(normalized);
    },
    paths: paths.filter((path) => path.includes('.')).map((path) => path.split('.')),
  };
}

/**
 * Suffixes of field names that are always masked, in any spelling: `apiKey`, `x-api-key` and `MAIL_API_KEY` are equal. Names
 * such as `maxTokens` and `secretId` end differently and are not masked.
 */
const secretName =
  /(?:token|secrets?|password|passwd|pwd|passphrase|passcode|apikeys?|(?:access|private|secret|signing|encryption)key|credentials?|cookies?|authorization|jwt|bearer|sessionid|connectionstring)$/;

/** Ignores case and separators. */
function normalizeName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

/** Whether a schema marks its value as secret: `writeOnly`, `format: password` or `x-sensitive`. */
export function isSensitive(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const { writeOnly, format, 'x-sensitive': sensitive, allOf, anyOf, oneOf } = schema;
  return (
    writeOnly === true ||
    format === 'password' ||
    sensitive === true ||
    [allOf, anyOf, oneOf].some((branches) => Array.isArray(branches) && branches.some(isSensitive))
  );
}
