import type { Fetch } from '@toolwire/internal';
import type { unavailableReasons } from '../verifier.ts';

/** The claims of a token with a valid signature. */
export type JwtClaims = Readonly<Record<string, unknown>>;

// The defaults are in `jwt-rules.ts`, and of the clock tolerance in `claim-rules.ts`.
/** The options for claims, which apply to every kind of signature. */
interface JwtClaimOptions {
  /** The audiences of this server. Tokens for other audiences are rejected; without this option, so is every token with `aud`. */
  readonly audiences?: readonly string[] | undefined;
  /** The accepted issuers; default any. */
  readonly issuer?: string | readonly string[] | undefined;
  /** The allowed clock difference. By default `nbf` and `iat` may be 5 seconds ahead, and `exp` has no tolerance. */
  readonly clockToleranceSeconds?: number | undefined;
  /** The longest lifetime, from `iat` (or else now) to `exp`; default no limit. Open Tool Calling recommends 900. */
  readonly maxLifetimeSeconds?: number | undefined;
  /** Returns the caller's ID from the claims; the token is rejected if it returns `undefined`. Default: `sub`, and `bearer` for tokens of a shared secret without one. */
  readonly principalId?: ((claims: JwtClaims) => string | undefined) | undefined;
}

/** Options for tokens signed with HS256 and a shared secret. */
export interface JwtSecretOptions extends JwtClaimOptions {
  /** At least 32 bytes; a string is encoded as UTF-8. */
  readonly secret: string | Uint8Array;
  /** Allows a secret with fewer than 32 bytes. */
  readonly allowShortSecret?: boolean | undefined;
  /** Accepts tokens without `exp`, which never expire, for issuers that can't set it. */
  readonly allowNoExpiry?: boolean | undefined;
  readonly jwks?: undefined;
}

/** The supported public-key algorithms. */
export type PublicKeyAlgorithm = 'RS256' | 'PS256' | 'ES256' | 'EdDSA' | 'Ed25519';

/** A JSON Web Key Set with public keys (RFC 7517). */
export interface KeySet {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

// The defaults are in `jwt-public-keys.ts`.
/** Options for public keys. */
interface PublicKeyOptions extends JwtClaimOptions {
  /** The accepted algorithms; default all supported ones. */
  readonly algorithms?: readonly PublicKeyAlgorithm[] | undefined;
  /** Replaces the global `fetch`, for example to use a proxy. */
  readonly fetch?: Fetch | undefined;
  /**
   * How long loaded keys are used while the issuer is down: from 600 (ten minutes) to 604 800 (a week); default 3600. A key that the
   * issuer revokes meanwhile is accepted until then.
   */
  readonly maxAgeWhileDownSeconds?: number | undefined;
  readonly secret?: undefined;
  readonly allowShortSecret?: undefined;
  readonly allowNoExpiry?: undefined;
}

/** Options for tokens signed with a private key, verified with a key set. */
export interface JwtKeySetOptions extends PublicKeyOptions {
  /** The URL of the issuer's key set, or the key set. */
  readonly jwks: string | URL | KeySet;
}

/** Options for one or several issuers whose key sets are found with discovery. */
export interface JwtIssuerOptions extends PublicKeyOptions {
  /** Each exactly as in its metadata and tokens. */
  readonly issuer: string | readonly string[];
  readonly jwks?: undefined;
}

/** A shared secret, or public keys, but not both. */
export type JwtOptions = JwtSecretOptions | JwtKeySetOptions | JwtIssuerOptions;

/** The reason for a rejected token, for the log. */
export type JwtRejection =
  | 'not_bearer'
  | 'too_long'
  | 'malformed'
  | 'algorithm_not_allowed'
  | 'critical_header'
  | 'unknown_key'
  | typeof unavailableReasons.keys
  | 'bad_signature'
  | 'bad_claims'
  | 'expired'
  | 'not_yet_valid'
  | 'lives_too_long'
  | 'wrong_audience'
  | 'wrong_issuer'
  | 'no_principal';
