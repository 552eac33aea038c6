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
