import * as oauth from 'oauth4webapi';
import { failure } from '../cli-error.ts';
import type { Terminal } from '../terminal.ts';
import { type Authority, discover, readChallenge, words } from './discover.ts';
import { type Http, httpOptions } from './http-options.ts';
import type { Login, LoginOptions } from './login.ts';
import { openBrowser } from './open-browser.ts';
import { type SavedTokens, type TokenFile, tokenFile } from './saved-tokens.ts';
import { waitForCallback } from './wait-for-callback.ts';

/** Makes the login of one command. */
export function createLogin({ clientId }: LoginOptions, terminal: Terminal): Login {
  const file = tokenFile(terminal);
  return {
    async saved(url) {
      const tokens = await file.read(url.href);
      const isOver = tokens?.expiresAt !== undefined && tokens.expiresAt <= Date.now();
      return isOver ? undefined : tokens?.accessToken;
    },
    async signIn(url, header) {
      try {
        return await signIn(url, header, { clientId, file, terminal });
      } catch (thrown) {
        terminal.signal.throwIfAborted();
        // Their errors quote answers that may hold codes and tokens.
        if (thrown instanceof oauth.AuthorizationResponseError) {
          throw failure(`You are not signed in: ${thrown.error}.`);
        }
        if (thrown instanceof oauth.ResponseBodyError) {
          throw failure(`The authorization server refuses: ${thrown.error}.`);
        }
        if (thrown instanceof oauth.OperationProcessingError || thrown instanceof oauth.UnsupportedOperationError) {
          throw failure(`The authorization server does not answer as it should: ${thrown.code ?? thrown.name}.`);
        }
        throw thrown;
      }
    },
  };
}

interface Parts {
  readonly clientId: string | undefined;
  readonly file: TokenFile;
  readonly terminal: Terminal;
}

async function signIn(url: URL, header: string, { clientId, file, terminal }: Parts): Promise<string> {
  const challenge = readChallenge(header);
  const http = httpOptions(url, terminal.signal);
  const authority = await discover(url, challenge, http);
  const before = await file.read(url.href);
  const refreshed =
    challenge.isAboutScopes || before?.refreshToken === undefined
      ? undefined
      : await refresh(authority, before, before.refreshToken, http);
  const tokens = refreshed ?? (await byBrowser(authority, before, { clientId, terminal, http }));
  await file.write(url.href, tokens);
  return tokens.accessToken;
}

async function refresh(
  { server, resource }: Authority,
  before: SavedTokens,
  refreshToken: string,
  http: Http,
): Promise<SavedTokens | undefined> {
  if (before.issuer !== server.issuer) return undefined;
  const client = { client_id: before.clientId };
  try {
    const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, {
      ...http,
      additionalParameters: { resource },
    });
    const answer = await oauth.processRefreshTokenResponse(server, client, response);
    return tokensOf(server, before.clientId, { refresh_token: refreshToken, ...answer }, before.scope);
  } catch (thrown) {
    // It is over, so that the user signs in again.
    if (thrown instanceof oauth.ResponseBodyError) return undefined;
    throw thrown;
  }
}

async function byBrowser(
  { server, resource, scopes }: Authority,
  before: SavedTokens | undefined,
  {
    clientId,
    terminal,
    http,
  }: { readonly clientId: string | undefined; readonly terminal: Terminal; readonly http: Http },
): Promise<SavedTokens> {
  if (server.authorization_endpoint === undefined || !server.code_challenge_methods_supported?.includes('S256')) {
    throw failure(`${server.issuer} has no sign-in for programs (authorization codes with PKCE).`);
  }
  const state = oauth.generateRandomState();
  const callback = await waitForCallback(state, terminal.signal);
  try {
    const { redirectUri } = callback;
    const client = clientId === undefined ? await register(server, redirectUri, http) : { client_id: clientId };
    const verifier = oauth.generateRandomCodeVerifier();
    // A second scope is asked for beside the first.
    const scope = [...new Set([...words(before?.scope), ...scopes])].join(' ');
    const page = new URL(server.authorization_endpoint);
    const asked = {
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: redirectUri,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      resource,
      ...(scope !== '' && { scope }),
    };
    for (const [name, value] of Object.entries(asked)) page.searchParams.set(name, value);
    terminal.note(`Sign in with your browser:\n  ${page.href}\n`);
    openBrowser(page, terminal);
    const came = oauth.validateAuthResponse(server, client, await callback.parameters, state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      came,
      redirectUri,
      verifier,
      {
        ...http,
        additionalParameters: { resource },
      },
    );
    const answer = await oauth.processAuthorizationCodeResponse(server, client, response);
    terminal.note('You are signed in.\n');
    return tokensOf(server, client.client_id, answer, scope);
  } finally {
    callback.close();
  }
}

async function register(server: oauth.AuthorizationServer, redirectUri: string, http: Http): Promise<oauth.Client> {
  if (server.registration_endpoint === undefined) {
    throw failure(
      `${server.issuer} registers no clients by itself: register one there, and give its id by --client-id.`,
    );
  }
  const metadata = {
    client_name: 'toolwire',
    redirect_uris: [redirectUri],
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  const response = await oauth.dynamicClientRegistrationRequest(server, metadata, http);
  return oauth.processDynamicClientRegistrationResponse(response);
}

function tokensOf(
  { issuer }: oauth.AuthorizationServer,
  clientId: string,
  { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope }: oauth.TokenEndpointResponse,
  asked: string | undefined,
): SavedTokens {
  const granted = scope ?? asked;
  return {
    issuer,
    clientId,
    accessToken,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(seconds !== undefined && { expiresAt: Date.now() + seconds * 1000 }),
    ...(granted !== undefined && granted !== '' && { scope: granted }),
  };
}
