import * as oauth from 'oauth4webapi';
import { type Fetch, limitedFetch } from './limited-fetch.ts';
import { isLoopback, type ProviderOptions } from './provider-options.ts';
import { toldError } from './told-error.ts';

/** What a provider has granted. */
export interface Granted {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  readonly expiresAt?: number | undefined;
  /** Left out where it is all that was asked for. */
  readonly scopes?: readonly string[] | undefined;
}

/** A sign-in that goes on at the provider. */
export interface Visit {
  readonly redirectUri: string;
  readonly state: string;
  readonly verifier: string;
}

/** How long a provider may take for one answer. */
const answerMs = 5_000;

/** The longest that one refresh takes: two answers, where the provider has to be asked first what it serves. */
export const longestRefreshMs: number = 3 * answerMs;

/** An authorization server at which users sign in: OAuth 2.1, authorization code with PKCE. */
export class Provider {
  readonly #options: ProviderOptions;
  readonly #client: oauth.Client;
  readonly #authentication: oauth.ClientAuth;
  readonly #fetch: Fetch;
  #metadata: Promise<oauth.AuthorizationServer> | undefined;

  constructor(options: ProviderOptions, fetch: Fetch) {
    this.#options = options;
    this.#client = { client_id: options.clientId };
    this.#authentication = authenticationOf(options);
    this.#fetch = limitedFetch(privateFetch(fetch));
  }

  /** What is asked for: always what the app wants, and what tools need. */
  scopesFor(needed: readonly string[]): readonly string[] {
    return [...new Set([...(this.#options.scopes ?? []), ...needed])];
  }

  /** Whether granted scopes will do for all that are needed. */
  satisfies(granted: readonly string[], needed: readonly string[]): boolean {
    const { satisfies = contains } = this.#options;
    return needed.every((one) => satisfies(granted, one));
  }

  /** The page at which a user signs in. */
  async authorizationUrl({ redirectUri, state, verifier }: Visit, scopes: readonly string[]): Promise<string> {
    const { authorization_endpoint: endpoint } = await this.#read();
    if (endpoint === undefined) throw new TypeError('The provider does not say where users sign in.');
    const url = new URL(endpoint);
    // It may come from metadata: over http anybody on the way could send the user elsewhere.
    if (url.protocol !== 'https:' && !(isLoopback(url) && isLoopback(new URL(this.#options.issuer)))) {
      throw new TypeError('The provider has no https address at which users sign in.');
    }
    const parameters = {
      ...this.#options.parameters,
      response_type: 'code',
      client_id: this.#options.clientId,
      redirect_uri: redirectUri,
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  }

  /** Exchanges what a user has come back with; `undefined` where the user or the provider has said no. */
  async exchange(query: URLSearchParams, { redirectUri, state, verifier }: Visit): Promise<Granted | undefined> {
    const server = await this.#read();
    try {
      const code = oauth.validateAuthResponse(server, this.#client, query, state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        this.#client,
        this.#authentication,
        code,
        redirectUri,
        verifier,
        this.#request(),
      );
      return grantedBy(await oauth.processAuthorizationCodeResponse(server, this.#client, response));
    } catch (error) {
      if (error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied') return undefined;
      throw toldError(error, [query.get('code'), verifier, this.#options.clientSecret]);
    }
  }

  /** Tokens for a refresh token; `undefined` where it is not good any more. */
  async refresh(refreshToken: string): Promise<Granted | undefined> {
    const server = await this.#read();
    try {
      const response = await oauth.refreshTokenGrantRequest(
        server,
        this.#client,
        this.#authentication,
        refreshToken,
        this.#request(),
      );
      return grantedBy(await oauth.processRefreshTokenResponse(server, this.#client, response));
    } catch (error) {
      if (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant') return undefined;
      throw toldError(error, [refreshToken, this.#options.clientSecret]);
    }
  }

  /** Tells the provider to end a token (RFC 7009); `false` where it has no way to be told. */
  async revoke(token: string): Promise<boolean> {
    const server = await this.#read();
    if (server.revocation_endpoint === undefined) return false;
    try {
      const response = await oauth.revocationRequest(
        server,
        this.#client,
        this.#authentication,
        token,
        this.#request(),
      );
      await oauth.processRevocationResponse(response);
    } catch (error) {
      throw toldError(error, [token, this.#options.clientSecret]);
    }
    return true;
  }

  /** What the provider serves: asked once, and again where that has failed. */
  #read(): Promise<oauth.AuthorizationServer> {
    const { issuer, endpoints } = this.#options;
    if (endpoints !== undefined) {
      const { authorization, token, revocation } = endpoints;
      return Promise.resolve({
        issuer,
        authorization_endpoint: authorization,
        token_endpoint: token,
        ...(revocation !== undefined && { revocation_endpoint: revocation }),
      });
    }
    this.#metadata ??= this.#discover().catch((error: unknown) => {
      this.#metadata = undefined;
      throw error;
    });
    return this.#metadata;
  }

  async #discover(): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(this.#options.issuer);
    const answers = ['oidc', 'oauth2'] as const;
    const [openid, plain] = answers;
    const first = await oauth.discoveryRequest(issuer, { ...this.#request(), algorithm: openid });
    const response =
      first.status === 200 ? first : await oauth.discoveryRequest(issuer, { ...this.#request(), algorithm: plain });
    return oauth.processDiscoveryResponse(issuer, response);
  }

  #request() {
    return {
      [oauth.customFetch]: this.#fetch,
      // oxlint-disable-next-line typescript/no-deprecated -- marked so that nobody takes it for strangers: this is http within the machine
      [oauth.allowInsecureRequests]: isLoopback(new URL(this.#options.issuer)),
      signal: () => AbortSignal.timeout(answerMs),
    };
  }
}

/** What a provider on this machine names over http is on this machine too: secrets go there, and metadata may name anybody. */
function privateFetch(fetch: Fetch): Fetch {
  return async (url, init) => {
    const { protocol } = new URL(url);
    if (protocol === 'https:' || isLoopback(new URL(url))) return fetch(url, init);
    throw new TypeError('The provider has named an address that is not https.');
  };
}

function authenticationOf({ clientSecret, clientAuthentication }: ProviderOptions): oauth.ClientAuth {
  if (clientSecret === undefined) return oauth.None();
  return clientAuthentication === 'post' ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret);
}

function grantedBy(answer: oauth.TokenEndpointResponse): Granted {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope } = answer;
  return {
    accessToken,
    refreshToken,
    expiresAt: seconds === undefined ? undefined : Date.now() + seconds * 1_000,
    scopes: scope?.split(/[ ,]+/).filter((one) => one !== ''),
  };
}

// Providers name these otherwise in what they grant, or leave them out.
const openidScopes: ReadonlySet<string> = new Set(['openid', 'profile', 'email', 'offline_access']);

function contains(granted: readonly string[], needed: string): boolean {
  return openidScopes.has(needed) || granted.includes(needed);
}
