import { type Fields, isObject, stringOf } from '../values/json-values.ts';
import { createFragmentMask, createSecretMask } from './secret-mask.ts';

/** The largest number of nested causes that are kept. */
const maxCauses = 4;

/**
 * Copies an error for a log, with secrets and fragments of secrets masked. Fields other than `code` and `cause` are dropped, because
 * libraries attach whole requests and responses. `messageOf` may add to the message.
 */
export function maskError(
  thrown: unknown,
  secrets: readonly (string | null | undefined)[],
  messageOf: (error: Fields) => string = ({ message }) => stringOf(message),
): Error {
  const texts = secrets.filter((secret) => typeof secret === 'string');
  const [maskSecrets, maskFragments] = [createSecretMask(texts), createFragmentMask(texts)];
  const mask = (text: string): string => maskFragments(maskSecrets(text));

  function copy(error: unknown, causesLeft: number): Error {
    if (!isObject(error)) return new Error(mask(String(error)));
    const { name, stack, code, cause } = error;
    // A cause that is not an error may be the whole body of a response.
    const hasCause = cause instanceof Error && causesLeft > 0;
    const masked = new Error(mask(messageOf(error)), hasCause ? { cause: copy(cause, causesLeft - 1) } : undefined);
    if (typeof name === 'string') masked.name = mask(name);
    masked.stack = mask(stringOf(stack));
    // Often the only information about a failed connection, such as `ECONNREFUSED`.
    return typeof code === 'string' ? Object.assign(masked, { code: mask(code) }) : masked;
  }

  return copy(thrown, maxCauses);
}

/** Whether an import failed because a package or a file does not exist. */
export function isModuleNotFound(thrown: unknown): boolean {
  return isObject(thrown) && (thrown['code'] === 'ERR_MODULE_NOT_FOUND' || thrown['code'] === 'MODULE_NOT_FOUND');
}

/** Whether a path does not exist, or may not be read, such as the data of a database that belongs to another user. */
export function isUnreadable(thrown: unknown): boolean {
  return isObject(thrown) && ['ENOENT', 'EACCES', 'EPERM'].includes(stringOf(thrown['code']));
}

/** The startup parameter of PostgreSQL that a connection pooler such as PgBouncer refused, such as `options`; otherwise `undefined`. */
export function refusedStartupParameter(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return /^unsupported startup parameter(?: in options)?: (\w+)/.exec(error.message)?.[1];
}
