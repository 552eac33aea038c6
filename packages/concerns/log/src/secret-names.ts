/**
 * Suffixes of field names that are always masked, in any spelling: `apiKey`, `x-api-key` and `MAIL_API_KEY` are equal. Names
 * such as `maxTokens` and `secretId` end differently and are not masked.
 */
const secretName =
  /(?:token|secrets?|password|passwd|pwd|passphrase|passcode|apikeys?|(?:access|private|secret|signing|encryption)key|credentials?|cookies?|authorization|jwt|bearer|sessionid|connectionstring)$/;

/** Whether a normalized field name is that of a secret. */
export function isSecretName(normalizedName: string): boolean {
  return secretName.test(normalizedName);
}

/** Ignores case and separators. */
export function normalizeName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
