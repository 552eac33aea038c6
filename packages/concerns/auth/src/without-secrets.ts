import { createPieceMask, createSecretMask, isObject } from '@toolwire/internal';

/** How many causes of causes are kept. */
const deepest = 4;

/** An error as a log may have it: the same, or a copy in which secrets are masked where it repeats them, or quotes a part of one. */
export function withoutSecrets(thrown: unknown, secrets: readonly string[]): unknown {
  const [mask, maskPieces] = [createSecretMask(secrets), createPieceMask(secrets)];
  return masked(thrown, (text) => maskPieces(mask(text)), deepest);
}

function masked(thrown: unknown, mask: (text: string) => string, left: number): unknown {
  if (typeof thrown === 'string') return mask(thrown);
  if (!isObject(thrown) || left === 0) return undefined;
  const { name, message, stack, code, cause } = thrown;
  const copy = new Error(mask(textOf(message)), cause === undefined ? {} : { cause: masked(cause, mask, left - 1) });
  if (typeof name === 'string') copy.name = name;
  copy.stack = mask(textOf(stack));
  return typeof code === 'string' ? Object.assign(copy, { code: mask(code) }) : copy;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
