import type { FetchedKeySet, JwtClaims } from './jwt-options.ts';

/** The part of `fetch` that asks an authorization server. */
export type FetchIntrospection = (
  url: string,
  init: {
    readonly method: 'GET' | 'POST';
    readonly headers: Record<string, string>;
    readonly body?: string;
    readonly redirect: 'manual';
    readonly signal: AbortSignal;
  },
) => Promise<FetchedKeySet>;

/** What an authorization server says of a token that is good. */
export type TokenAnswer = JwtClaims;

/** Tokens that only the authorization server can read: it is asked about each. */
export interface IntrospectionOptions {
  /** The issuer, which is asked where it answers questions about tokens; exactly as its metadata names it. */
  readonly issuer?: string | undefined;
  /** Where it answers them, for an issuer that does not say so. */
  readonly endpoint?: string | URL | undefined;
  /** By which this server names itself to the authorization server. */
  readonly clientId: string;
  /** By which it proves that. */
  readonly clientSecret: string;
  /** Where id and secret stand: in the `Authorization` header, `basic`, as if left out; or in the body, `post`. */
  readonly clientAuthentication?: 'basic' | 'post' | undefined;
  /** The audiences that mean this server. A token for others is rejected, and so is one without, unless `allowNoAudience` is set. */
  readonly audiences?: readonly string[] | undefined;
  /** Takes tokens without `aud`, where the authorization server says of none whom it is for: then those that it gives out for other servers count here, too. */
  readonly allowNoAudience?: boolean | undefined;
  /** How long an answer counts without a new question, and never past the token's end: up to 3600; 30 if left out, 0 for a question each time. That a token is bad counts for 30 at most. */
  readonly cacheSeconds?: number | undefined;
  /** How many good tokens are remembered, and as many bad ones; 10 000 if left out. */
  readonly maxCached?: number | undefined;
  /** How many questions at once wait for their answers; 250 if left out. What comes beyond is refused as what cannot be checked at the moment. */
  readonly maxConcurrent?: number | undefined;
  /** How long nothing is asked about a token whose question the server has left without an answer; 10 if left out. */
  readonly cooldownSeconds?: number | undefined;
  /** How far the clocks of issuer and server may differ. If left out, `nbf` and `iat` may lie 5 seconds ahead. */
  readonly clockToleranceSeconds?: number | undefined;
  /** Takes the caller's id from the answer, `sub` if left out; a token for which it returns nothing is rejected. */
  readonly principalId?: ((answer: TokenAnswer) => string | undefined) | undefined;
  /** Asks the authorization server, where the global `fetch` will not do. */
  readonly fetch?: FetchIntrospection | undefined;
}
