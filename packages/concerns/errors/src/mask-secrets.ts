import { createSecretMask } from '@toolwire/internal';

/** Makes a function that hides secrets wherever a text repeats them: as they are, and as JSON, addresses, forms and base64 spell them. */
export function maskSecrets(secrets: readonly string[]): (text: string) => string {
  return createSecretMask(secrets);
}
