import { checkNames, type MaybePromise, type NamesOf, StartupError } from '@toolwire/internal';
import { createTokenSigner, type JwtOptions } from './jwt.ts';

/** The credentials of a client. A token takes precedence over a key (OTC-AUTH-17). */
export interface AuthOptions {
  /** Sent as `OTC-API-Key`. */
  readonly apiKey?: string | undefined;
  /** Signs a token for each request with a secret that client and server share. */
  readonly jwt?: JwtOptions | undefined;
  /** A bearer token, or a function that returns one before every request. */
  readonly token?: string | (() => MaybePromise<string>) | undefined;
}

/** Returns the credential headers before each attempt. */
export type Authorize = () => MaybePromise<Readonly<Record<string, string>>>;

const authNames: NamesOf<AuthOptions> = { apiKey: true, jwt: true, token: true };

/** Validates the credentials and returns a function for their headers. */
export function createAuthorize(auth: AuthOptions | undefined): Authorize {
  checkNames('auth of createClient', auth, authNames);
  if (auth === undefined) return () => ({});
  const { apiKey, jwt, token } = auth;
  if (!hasCredentials(auth)) {
    throw new StartupError(
      'TW_CREDENTIAL_MISSING',
      'auth is empty. Is its environment variable set? To call without credentials, remove auth.',
    );
  }
  if (jwt !== undefined && token !== undefined) {
    throw new StartupError(
      'TW_VERIFIERS',
      'auth has both jwt and token, but a request can carry only one. Remove one of them.',
    );
  }
  if (typeof token === 'string') checkSendable('token', token);
  if (apiKey !== undefined) checkSendable('apiKey', apiKey);

  // A token takes precedence over a key (OTC-AUTH-17), and is sent as a bearer token (OTC-AUTH-08).
  if (jwt !== undefined) {
    const sign = createTokenSigner(jwt);
    return async () => bearer(await sign());
  }
  if (token !== undefined) {
    return async () => bearer(typeof token === 'string' ? token : await token());
  }
  // OTC-AUTH-03
  return () => (apiKey === undefined ? {} : { 'otc-api-key': apiKey });
}

/** Throws if a client that may not send secrets has credentials (OTC-AUTH-05). The caller has found that its URL uses plain http. */
export function refuseUnencryptedCredentials(url: string, auth: AuthOptions | undefined): void {
  if (!hasCredentials(auth)) return;
  throw new StartupError(
    'TW_OPTION_URL',
    `The url ${url} uses plain http to another machine, so the credentials would not be encrypted. Use https, or set allowInsecure in a private network.`,
  );
}

function hasCredentials({ apiKey, jwt, token }: AuthOptions = {}): boolean {
  return apiKey !== undefined || jwt !== undefined || token !== undefined;
}

function bearer(token: string): Readonly<Record<string, string>> {
  checkSendable('token', token);
  return { authorization: `Bearer ${token}` };
}

/** The message omits the value, because it may be a valid key with one wrong character. */
function checkSendable(name: string, value: unknown): void {
  if (typeof value !== 'string' || value === '') {
    throw new StartupError('TW_CREDENTIAL_MISSING', `auth.${name} is empty. Is its environment variable set?`);
  }
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new StartupError(
      'TW_CREDENTIAL_INVALID',
      `auth.${name} has a character that is invalid in a header. Does it contain a space or a line break?`,
    );
  }
}
