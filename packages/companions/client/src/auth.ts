import { checkNames, type NamesOf, StartUpError } from '@toolwire/internal';
import { createTokenSigner, type JwtOptions } from './jwt.ts';
import type { MaybePromise } from './maybe-promise.ts';

/** How the client tells who it is. Of several ways it takes a token before a key (OTC-AUTH-17). */
export interface AuthOptions {
  /** Goes into `OTC-API-Key`. */
  readonly apiKey?: string | undefined;
  /** Signs a token for each request with the secret that client and server share. */
  readonly jwt?: JwtOptions | undefined;
  /** A token that is there already, or a function that gets one; it is asked before every request. */
  readonly token?: string | (() => MaybePromise<string>) | undefined;
}

/** The headers by which a request tells who sends it; asked for before each attempt. */
export type Authorize = () => MaybePromise<Readonly<Record<string, string>>>;

const optionNames: NamesOf<AuthOptions> = { apiKey: true, jwt: true, token: true };

/** Makes what tells the server who calls; throws when that could never work. */
export function createAuthorize(auth: AuthOptions | undefined): Authorize {
  checkNames('auth of createClient', auth, optionNames);
  if (auth === undefined) return () => ({});
  const { apiKey, jwt, token } = auth;
  if (!hasCredentials(auth)) {
    throw new StartUpError(
      'TW_CREDENTIAL_MISSING',
      'auth has nothing in it. Is an environment variable not set? Leave it out to call as nobody.',
    );
  }
  if (jwt !== undefined && token !== undefined) {
    throw new StartUpError(
      'TW_VERIFIERS',
      'auth has both jwt and token, and a request carries one of them. Leave one out.',
    );
  }
  if (typeof token === 'string') checkSendable('token', token);
  if (apiKey !== undefined) checkSendable('apiKey', apiKey);

  // OTC-AUTH-17: a token goes before a key. OTC-AUTH-08: it travels as a bearer token.
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

/** Whether anything is to be kept from others on the way. */
export function hasCredentials({ apiKey, jwt, token }: AuthOptions = {}): boolean {
  return apiKey !== undefined || jwt !== undefined || token !== undefined;
}

function bearer(token: string): Readonly<Record<string, string>> {
  checkSendable('token', token);
  return { authorization: `Bearer ${token}` };
}

/** Never with the value in it: what is wrong may be one character of a good key. */
function checkSendable(name: string, value: unknown): void {
  if (typeof value !== 'string' || value === '') {
    throw new StartUpError('TW_CREDENTIAL_MISSING', `auth.${name} is empty. Is its environment variable set?`);
  }
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new StartUpError(
      'TW_CREDENTIAL_UNFIT',
      `auth.${name} has a character that no header can carry. Is there a space or a line break in it?`,
    );
  }
}
