/** Who makes a request, once a verifier has accepted the credentials. */
export interface Principal {
  /** Names the caller in logs, and keeps callers apart; never a key or a token. */
  readonly id: string;
  /** Who vouches for the id, such as the `iss` of a token: the same id of two issuers is two callers. */
  readonly issuer?: string | undefined;
  /** What a token says about the caller. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
  /** What the caller has been granted; left out, nothing is known of it. */
  readonly scopes?: readonly string[] | undefined;
}
