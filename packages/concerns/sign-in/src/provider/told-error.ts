import { createPieceMask, createSecretMask, isObject } from '@toolwire/internal';

/** How many causes of causes are kept. */
const deepest = 4;

/**
 * What went wrong at a provider, for a log: the library hangs whole answers on its errors, with all that is in them. What stays is in
 * words, and without what was sent.
 */
export function toldError(error: unknown, secrets: readonly (string | null | undefined)[]): Error {
  const sent = secrets.filter((one) => typeof one === 'string');
  const [mask, maskPieces] = [createSecretMask(sent), createPieceMask(sent)];
  return told(error, (text) => maskPieces(mask(text)), deepest);
}

function told(error: unknown, mask: (text: string) => string, left: number): Error {
  if (!(error instanceof Error)) return new Error(mask(String(error)));
  const { message, name, stack, cause } = error;
  const answered = answeredCode(error);
  const copy = new Error(mask(answered === undefined ? message : `${message} (${answered})`), {
    ...(cause instanceof Error && left > 0 && { cause: told(cause, mask, left - 1) }),
  });
  copy.name = mask(name);
  copy.stack = mask(stack ?? '');
  // Often all that is said of a connection that could not be made, such as `ECONNREFUSED`.
  const code: unknown = 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? Object.assign(copy, { code: mask(code) }) : copy;
}

/** The code of an answer of OAuth, such as `invalid_client`; its description may hold what was sent, or granted. */
function answeredCode(error: unknown): string | undefined {
  const code: unknown = isObject(error) ? error['error'] : undefined;
  return typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? code : undefined;
}
