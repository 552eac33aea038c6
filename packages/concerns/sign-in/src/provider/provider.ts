import type { Fetch } from '@toolwire/internal';
import type * as OAuth from 'oauth4webapi';
import { createMetadataReader } from './provider-metadata.ts';
import { isLoopbackHttp, type ProviderOptions } from './provider-options.ts';
import { createProviderRequest, type ProviderRequest } from './provider-request.ts';
import {
  includesScope,
  isRejectedToken,
  maskProviderError,
  parseTokenResponse,
  type TokenResponse,
} from './provider-response.ts';

/** The parameters of a pending sign-in. */
export interface AuthorizationRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly verifier: string;
}

/** oauth4webapi, and what it needs for each request to one provider. */
interface Library {
  readonly oauth: typeof OAuth;
  readonly authentication: OAuth.ClientAuth;
  readonly request: ProviderRequest;
  readonly readMetadata: () => Promise<OAuth.AuthorizationServer>;
}

type Connection = Omit<Library, 'readMetadata'> & { readonly server: OAuth.AuthorizationServer };

/** An authorization server at which users sign in: OAuth 2.1, authorization code with PKCE. */
export class Provider {
  readonly #options: ProviderOptions;
  readonly #client: OAuth.Client;
  readonly #fetch: Fetch;
  #library: Promise<Library> | undefined;

  constructor(options: ProviderOptions, fetch: Fetch) {
    this.#options = options;
    this.#client = { client_id: options.clientId };
    this.#fetch = fetch;
  }

  /** Returns the scopes to request: the app's and the tool's. */
  scopesFor(needed: readonly string[]): readonly string[] {
    return [...new Set([...(this.#options.scopes ?? []), ...needed])];
  }

  /** Returns whether the granted scopes include all required ones. */
  satisfies(granted: readonly string[], needed: readonly string[]): boolean {
    const { satisfies } = this.#options;
    return needed.every((scope) => includesScope(granted, scope, satisfies));
  }

  /** Returns the authorization URL. */
  async authorizationUrl(
    { redirectUri, state, verifier }: AuthorizationRequest,
    scopes: readonly string[],
  ): Promise<string> {
    const { oauth, server } = await this.#connect();
    const { authorization_endpoint: endpoint } = server;
    if (endpoint === undefined) throw new TypeError("The provider's metadata has no authorization_endpoint.");
    const url = new URL(endpoint);
    // The URL may come from metadata; over http, it could be changed in transit.
    if (url.protocol !== 'https:' && !(isLoopbackHttp(url) && isLoopbackHttp(new URL(this.#options.issuer)))) {
      throw new TypeError("The provider's authorization_endpoint is not an https URL.");
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

  /** Exchanges the authorization code; `undefined` if the user or the provider denied access. */
  async exchange(
    query: URLSearchParams,
    { redirectUri, state, verifier }: AuthorizationRequest,
  ): Promise<TokenResponse | undefined> {
    const { oauth, authentication, request, server } = await this.#connect();
    try {
      const code = oauth.validateAuthResponse(server, this.#client, query, state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        this.#client,
        authentication,
        code,
        redirectUri,
        verifier,
        request,
      );
      return parseTokenResponse(await oauth.processAuthorizationCodeResponse(server, this.#client, response));
    } catch (error) {
      if (error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied') return undefined;
      throw maskProviderError(error, [query.get('code'), verifier, this.#options.clientSecret]);
    }
  }

  /** Refreshes tokens; `undefined` if the refresh token is no longer valid. */
  async refresh(refreshToken: string): Promise<TokenResponse | undefined> {
    const { oauth, authentication, request, server } = await this.#connect();
    try {
      const response = await oauth.refreshTokenGrantRequest(
        server,
        this.#client,
        authentication,
        refreshToken,
        request,
      );
      return parseTokenResponse(await oauth.processRefreshTokenResponse(server, this.#client, response));
    } catch (error) {
      if (isRejectedToken(error)) return undefined;
      throw maskProviderError(error, [refreshToken, this.#options.clientSecret]);
    }
  }

  /** Revokes a token (RFC 7009); `false` if the provider has no revocation endpoint. */
  async revoke(token: string): Promise<boolean> {
    const { oauth, authentication, request, server } = await this.#connect();
    if (server.revocation_endpoint === undefined) return false;
    try {
      const response = await oauth.revocationRequest(server, this.#client, authentication, token, request);
      await oauth.processRevocationResponse(response);
    } catch (error) {
      throw maskProviderError(error, [token, this.#options.clientSecret]);
    }
    return true;
  }

  /** Loads oauth4webapi on first use, and reads the metadata. `import()` also works in CommonJS, which can't require ES modules everywhere. */
  async #connect(): Promise<Connection> {
    this.#library ??= import('oauth4webapi').then((oauth) => {
      const request = createProviderRequest(oauth, this.#options.issuer, this.#fetch);
      return {
        oauth,
        authentication: authenticationOf(oauth, this.#options),
        request,
        readMetadata: createMetadataReader(this.#options, oauth, request),
      };
    });
    const { readMetadata, ...library } = await this.#library;
    return { ...library, server: await readMetadata() };
  }
}

function authenticationOf(
  { None, ClientSecretBasic, ClientSecretPost }: typeof OAuth,
  { clientSecret, clientAuthentication }: ProviderOptions,
): OAuth.ClientAuth {
  if (clientSecret === undefined) return None();
  return clientAuthentication === 'post' ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret);
}
