/** Who makes a call, once a verifier has accepted the credentials. */
export interface Principal {
  /** Names the caller in logs, and keeps callers apart; never a key or a token. */
  readonly id: string;
  /** What a token says about the caller. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
}
