/** Who makes a call, as credentials or the app's own sign-in say. */
export interface Principal {
  /** Names the caller in logs, and keeps callers apart; never a key or a token. */
  readonly id: string;
  /** Who vouches for the id, such as the `iss` of a token: the same id of two issuers is two callers. */
  readonly issuer?: string | undefined;
  /** What a token says about the caller. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
  /** What the caller has been granted, such as the `scope` of a token; left out, nothing is known of it. */
  readonly scopes?: readonly string[] | undefined;
  /** Whose credentials brought the request, where the app has named the caller besides: a backend that calls for its users. */
  readonly via?: Omit<Principal, 'via'> | undefined;
}
