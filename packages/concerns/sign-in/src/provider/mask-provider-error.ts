import { type Fields, maskError } from '@toolwire/internal';

/** Copies a provider's error for a log, with secrets masked and with its OAuth error code in the message. */
export function maskProviderError(error: unknown, secrets: readonly (string | null | undefined)[]): Error {
  return maskError(error, secrets, messageWithCode);
}

/** Adds the OAuth error code, for example `invalid_client`, and not its description, which may contain secrets. */
function messageWithCode({ message, error: code }: Fields): string {
  return typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? `${String(message)} (${code})` : String(message);
}
