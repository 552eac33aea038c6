import { type Fields, isObject, maskError } from '@toolwire/internal';

/** GitHub returns its error with status 200, which the library reports as an invalid response. */
const rejections: ReadonlySet<unknown> = new Set(['invalid_grant', 'bad_refresh_token']);

/** Returns whether an error means that the refresh token is no longer valid. The library adds the body of the response as the cause. */
export function isRejectedToken(error: unknown): boolean {
  const cause = error instanceof Error && isObject(error.cause) ? error.cause : {};
  const body = isObject(cause['body']) ? cause['body'] : cause;
  return rejections.has(body['error']);
}

/**
 * Copies a provider's error for a log, with secrets masked and with its OAuth error code in the message. The cause of a response that
 * is not JSON is dropped, because the parser quotes the response.
 */
export function maskProviderError(error: unknown, secrets: readonly (string | null | undefined)[]): Error {
  const isNotJson = error instanceof Error && error.cause instanceof SyntaxError;
  return maskError(isNotJson ? new Error(error.message) : error, secrets, messageWithCode);
}

/** Adds the OAuth error code, for example `invalid_client`, and not its description, which may contain secrets. */
function messageWithCode({ message, error: code }: Fields): string {
  const text = typeof message === 'string' ? message : '';
  return typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? `${text} (${code})` : text;
}
