import type { Fetch } from '@toolwire/internal';
import type { JwtClaims } from '../jwt/jwt-options.ts';

// The default of the clock tolerance is in `claim-rules.ts`, and of `cacheSeconds` in `introspection-cache.ts`.
/** Options for opaque tokens, which are verified with the authorization server. */
export interface IntrospectionOptions {
  /** The issuer, exactly as in its metadata and responses. Its metadata names the introspection endpoint. */
  readonly issuer: string;
  /** The introspection endpoint, for an issuer whose metadata does not name it. */
  readonly endpoint?: string | URL | undefined;
  /** This server's client ID at the authorization server. */
  readonly clientId: string;
  /** This server's client secret. */
  readonly clientSecret: string;
  /** How the client authenticates: `basic` in the `Authorization` header (default), or `post` in the body. */
  readonly clientAuthentication?: 'basic' | 'post' | undefined;
  /**
   * The audiences of this server. Tokens for other audiences, and tokens without `aud`, are rejected. `'none'` accepts only tokens without
   * `aud`, including those that the authorization server issued for other servers.
   */
  readonly audiences: readonly string[] | 'none';
  /** How long a response is cached, at most until the token expires: 0 to 3600, default 30. A revoked token is accepted for this time. Inactive tokens are cached for at most 30. */
  readonly cacheSeconds?: number | undefined;
  /** The allowed clock difference. By default only `nbf` and `iat` may be 5 seconds ahead. */
  readonly clockToleranceSeconds?: number | undefined;
  /** Returns the caller's ID from the claims, default `sub`; the token is rejected if it returns `undefined`. */
  readonly principalId?: ((claims: JwtClaims) => string | undefined) | undefined;
  /** Replaces the global `fetch`, for example to use a proxy. */
  readonly fetch?: Fetch | undefined;
}
