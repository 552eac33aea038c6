import { createFragmentMask, createSecretMask, isObject } from '@toolwire/internal';

/** The largest number of nested causes that are kept. */
const maxCauses = 4;

/**
 * Returns a copy of a provider's error for a log, with secrets told and without the whole response that the library attaches.
 */
export function maskError(error: unknown, secrets: readonly (string | null | undefined)[]): Error {
  const sent = secrets.filter((one) => typeof one === 'string');
  const [mask, maskPieces] = [createSecretMask(sent), createFragmentMask(sent)];
  return masked(error, (text) => maskPieces(mask(text)), maxCauses);
}

function masked(error: unknown, mask: (text: string) => string, left: number): Error {
  if (!(error instanceof Error)) return new Error(mask(String(error)));
  const { message, name, stack, cause } = error;
  const answered = oauthErrorCode(error);
  const copy = new Error(mask(answered === undefined ? message : `${message} (${answered})`), {
    ...(cause instanceof Error && left > 0 && { cause: masked(cause, mask, left - 1) }),
  });
  copy.name = mask(name);
  copy.stack = mask(stack ?? '');
  // Often the only information about a failed connection, for example `ECONNREFUSED`.
  const code: unknown = 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? Object.assign(copy, { code: mask(code) }) : copy;
}

/** The OAuth error code, for example `invalid_client`; its description may contain secrets. */
function oauthErrorCode(error: unknown): string | undefined {
  const code: unknown = isObject(error) ? error['error'] : undefined;
  return typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? code : undefined;
}
