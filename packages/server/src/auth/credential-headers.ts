/** The header that a verifier reads; a combination such as `anyOf` has parts. */
export interface CredentialReader {
  readonly header?: string | undefined;
  readonly parts?: readonly CredentialReader[] | undefined;
}

/** The headers that a verifier, or its parts, read credentials from, in lower case. */
export function credentialHeadersOf(verifier: CredentialReader | undefined): readonly string[] {
  if (verifier === undefined) return [];
  const { header, parts = [] } = verifier;
  return [...(header === undefined ? [] : [header.toLowerCase()]), ...parts.flatMap(credentialHeadersOf)];
}
