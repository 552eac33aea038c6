import { type Fields, isObject, maskError, type ScopeSatisfies } from '@toolwire/internal';
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

/** GitHub returns its error with status 200, which the library reports as an invalid response. */
const rejections: ReadonlySet<unknown> = new Set(['invalid_grant', 'bad_refresh_token']);

/** Returns whether an error means that the refresh token is no longer valid. The library adds the body of the response as the cause. */
export function isRejectedToken(error: unknown): boolean {
  const cause = error instanceof Error && isObject(error.cause) ? error.cause : {};
  const body = isObject(cause['body']) ? cause['body'] : cause;
  return rejections.has(body['error']);
}

/**
 * Copies a provider's error for a log, with secrets masked and with its OAuth error code in the message. The cause of a response that
 * is not JSON is dropped, because the parser quotes the response.
 */
export function maskProviderError(error: unknown, secrets: readonly (string | null | undefined)[]): Error {
  const isNotJson = error instanceof Error && error.cause instanceof SyntaxError;
  return maskError(isNotJson ? new Error(error.message) : error, secrets, messageWithCode);
}

/** Adds the OAuth error code, for example `invalid_client`, and not its description, which may contain secrets. */
function messageWithCode({ message, error: code }: Fields): string {
  const text = typeof message === 'string' ? message : '';
  return typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? `${text} (${code})` : text;
}
