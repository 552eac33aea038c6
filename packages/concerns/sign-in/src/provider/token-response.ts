import type { ScopeSatisfies } from '@toolwire/internal';
import type * as oauth from 'oauth4webapi';
import type { Tokens } from '../vault/token-vault.ts';

/** The tokens from a provider. */
export interface TokenResponse {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  readonly expiresAt?: number | undefined;
  /** The granted scopes; omitted if they equal the requested ones. */
  readonly scopes?: readonly string[] | undefined;
}

/** Parses a response of the token endpoint. */
export function parseTokenResponse(response: oauth.TokenEndpointResponse): TokenResponse {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope } = response;
  return {
    accessToken,
    refreshToken,
    expiresAt: seconds === undefined ? undefined : Date.now() + seconds * 1_000,
    scopes: scope?.split(/[ ,]+/).filter((part) => part !== ''),
  };
}

/** Returns the tokens to store; a refresh token or scopes that the provider omits keep their values. */
export function tokensOf(
  granted: TokenResponse,
  previous: Pick<Tokens, 'refreshToken' | 'scopes'>,
): Omit<Tokens, 'signedInAt'> {
  return {
    accessToken: granted.accessToken,
    refreshToken: granted.refreshToken ?? previous.refreshToken,
    expiresAt: granted.expiresAt,
    scopes: granted.scopes ?? previous.scopes,
  };
}

// Providers rename these scopes in responses, or omit them.
const openidScopes: ReadonlySet<string> = new Set(['openid', 'profile', 'email', 'offline_access']);

/** Returns whether the granted scopes include the required one. Equal scopes always match, and OpenID Connect scopes count as granted. */
export function includesScope(granted: readonly string[], needed: string, satisfies?: ScopeSatisfies): boolean {
  // In JavaScript, `satisfies` may return a promise, which is truthy.
  return openidScopes.has(needed) || granted.some((scope) => scope === needed || satisfies?.(scope, needed) === true);
}
