/** The claims of a token whose signature is good. */
export type JwtClaims = Readonly<Record<string, unknown>>;

/** What a token must say, whoever signed it. */
interface JwtClaimOptions {
  /** The audiences that mean this server. A token that names others is rejected, and so is any with `aud` if this is left out. */
  readonly audiences?: readonly string[] | undefined;
  /** The issuer, or the issuers, whose tokens count; any if left out. */
  readonly issuer?: string | readonly string[] | undefined;
  /**
   * How far the clocks of issuer and server may differ. If left out, `nbf` and `iat` may lie 5 seconds ahead, and `exp`
   * ends a token on time.
   */
  readonly clockToleranceSeconds?: number | undefined;
  /** The longest a token may live, from `iat` or else from now, to `exp`; 900 is what Open Tool Calling advises. No limit if left out. */
  readonly maxLifetimeSeconds?: number | undefined;
  /** Takes the caller's id from the claims, `sub` if left out; a token for which it returns nothing is rejected. */
  readonly principalId?: ((claims: JwtClaims) => string | undefined) | undefined;
}

/** Tokens signed with HS256 and a secret that issuer and server share. */
export interface JwtSecretOptions extends JwtClaimOptions {
  /** At least 32 bytes; a text counts as UTF-8. */
  readonly secret: string | Uint8Array;
  /** Allows a secret of fewer than 32 bytes. */
  readonly allowShortSecret?: boolean | undefined;
  /** Takes tokens without `exp`, which are good for ever, where the other side makes no others. */
  readonly allowNoExpiry?: boolean | undefined;
  readonly jwks?: undefined;
}

/** The ways to sign with a private key that a verifier may take. */
export type PublicKeyAlgorithm = 'RS256' | 'PS256' | 'ES256' | 'EdDSA' | 'Ed25519';

/** Public keys in JSON, as RFC 7517 writes them. */
export interface KeySet {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

/** As much of a `Response` as a key set is read from. */
export interface FetchedKeySet {
  readonly status: number;
  readonly body: ReadableStream<Uint8Array> | null;
}

/** The part of `fetch` that loads a key set. */
export type FetchKeySet = (
  url: string,
  init: {
    readonly headers: Record<string, string>;
    readonly redirect: 'manual';
    readonly signal: AbortSignal;
  },
) => Promise<FetchedKeySet>;

/** How an issuer's keys are used, and loaded again. */
interface PublicKeyOptions extends JwtClaimOptions {
  /** The algorithms that the issuer uses; all of them if left out. */
  readonly algorithms?: readonly PublicKeyAlgorithm[] | undefined;
  /** Loads the key set, where the global `fetch` will not do. */
  readonly fetch?: FetchKeySet | undefined;
  /** How long loaded keys are used before they are loaded again; 600 if left out. */
  readonly maxAgeSeconds?: number | undefined;
  /**
   * How long keys are used, from when they were loaded, while the issuer is down and they cannot be loaded again: from
   * `maxAgeSeconds` to a week; 3600 if left out. A key that the issuer withdraws meanwhile counts until then.
   */
  readonly maxAgeWhileDownSeconds?: number | undefined;
  /** The pause between two loads for unknown keys, however many tokens name some, and after one that failed; 10 if left out. */
  readonly cooldownSeconds?: number | undefined;
  readonly secret?: undefined;
  readonly allowNoExpiry?: undefined;
}

/** Tokens signed with a private key, and checked with the issuer's public ones. */
export interface JwtKeySetOptions extends PublicKeyOptions {
  /** Where the issuer publishes its keys, or the keys themselves. */
  readonly jwks: string | URL | KeySet;
}

/** The same, of an issuer that is asked itself where it publishes its keys, or of several, each with keys of its own. */
export interface JwtIssuerOptions extends PublicKeyOptions {
  /** Each exactly as its metadata and its tokens name it. */
  readonly issuer: string | readonly string[];
  readonly jwks?: undefined;
}

/** A shared secret, or public keys; never both in one verifier. */
export type JwtOptions = JwtSecretOptions | JwtKeySetOptions | JwtIssuerOptions;
