import type * as oauth from 'oauth4webapi';

/** What a provider has granted. */
export interface Granted {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  readonly expiresAt?: number | undefined;
  /** Left out where it is all that was asked for. */
  readonly scopes?: readonly string[] | undefined;
}

/** Reads what was granted. */
export function grantedBy(answer: oauth.TokenEndpointResponse): Granted {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope } = answer;
  return {
    accessToken,
    refreshToken,
    expiresAt: seconds === undefined ? undefined : Date.now() + seconds * 1_000,
    scopes: scope?.split(/[ ,]+/).filter((one) => one !== ''),
  };
}
