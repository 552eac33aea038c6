/** Gets tokens for resources from their authorization servers, by the user's browser where it must. */
export interface Login {
  /** A token from before that may still do. */
  readonly saved: (url: URL) => Promise<string | undefined>;
  /** A new token, after a server has refused a request with this `WWW-Authenticate`. */
  readonly signIn: (url: URL, challenge: string) => Promise<string>;
}

/** How a login is made. */
export interface LoginOptions {
  /** A client that the authorization server knows; one is registered if left out. */
  readonly clientId: string | undefined;
}
