import * as oauth from 'oauth4webapi';
import { type Granted, grantedBy } from './granted.ts';
import type { Fetch } from './limited-fetch.ts';
import { createMetadataReader } from './provider-metadata.ts';
import { isLoopback, type ProviderOptions } from './provider-options.ts';
import { type ProviderRequest, providerRequest } from './provider-request.ts';
import { contains } from './scopes.ts';
import { toldError } from './told-error.ts';

/** A sign-in that goes on at the provider. */
export interface Visit {
  readonly redirectUri: string;
  readonly state: string;
  readonly verifier: string;
}

/** An authorization server at which users sign in: OAuth 2.1, authorization code with PKCE. */
export class Provider {
  readonly #options: ProviderOptions;
  readonly #client: oauth.Client;
  readonly #authentication: oauth.ClientAuth;
  readonly #request: ProviderRequest;
  readonly #read: () => Promise<oauth.AuthorizationServer>;

  constructor(options: ProviderOptions, fetch: Fetch) {
    this.#options = options;
    this.#client = { client_id: options.clientId };
    this.#authentication = authenticationOf(options);
    this.#request = providerRequest(options.issuer, fetch);
    this.#read = createMetadataReader(options, this.#request);
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
        this.#request,
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
        this.#request,
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
      const response = await oauth.revocationRequest(server, this.#client, this.#authentication, token, this.#request);
      await oauth.processRevocationResponse(response);
    } catch (error) {
      throw toldError(error, [token, this.#options.clientSecret]);
    }
    return true;
  }
}

function authenticationOf({ clientSecret, clientAuthentication }: ProviderOptions): oauth.ClientAuth {
  if (clientSecret === undefined) return oauth.None();
  return clientAuthentication === 'post' ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret);
}
