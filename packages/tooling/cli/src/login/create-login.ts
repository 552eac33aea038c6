import { randomBytes } from 'node:crypto';
import {
  computeScopeUnion,
  exchangeAuthorization,
  OAuthClientFlowError,
  OAuthError,
  type OAuthTokens,
  refreshAuthorization,
  registerClient,
  startAuthorization,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client';
import { failure } from '../cli-error.ts';
import { openBrowser } from '../terminal/desktop.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { safeLine } from '../terminal/terminal-text.ts';
import { type Authority, discover, fetchUntil, readChallenge } from './discover.ts';
import { listenForCallback } from './listen-for-callback.ts';
import { type SavedTokens, type TokenFile, tokenFile } from './saved-tokens.ts';

/** Gets access tokens for MCP servers from their authorization servers. */
export interface Login {
  /** Resolves to a token that is stored and has not expired. */
  readonly saved: (url: URL) => Promise<string | undefined>;
  /** Gets a new token, after a server has denied a request with this `WWW-Authenticate`. */
  readonly signIn: (url: URL, challenge: string) => Promise<string>;
}

export interface LoginOptions {
  /** The ID of a client that the authorization server knows. By default, a client is registered. */
  readonly clientId: string | undefined;
}

/** Creates the login of one command. */
export function createLogin({ clientId }: LoginOptions, terminal: Terminal): Login {
  const file = tokenFile(terminal);
  return {
    async saved(url) {
      const tokens = await file.read(url.href);
      const hasExpired = tokens?.expiresAt !== undefined && tokens.expiresAt <= Date.now();
      return hasExpired ? undefined : tokens?.accessToken;
    },
    async signIn(url, header) {
      try {
        return await signIn(url, header, { clientId, file, terminal });
      } catch (thrown) {
        terminal.signal.throwIfAborted();
        // The messages of these errors may hold codes and tokens.
        if (thrown instanceof OAuthError) {
          throw failure(`The authorization server returned an error: ${safeLine(thrown.code)}.`);
        }
        if (thrown instanceof OAuthClientFlowError) {
          throw failure(`Invalid response from the authorization server: ${thrown.name}.`);
        }
        throw thrown;
      }
    },
  };
}

interface SignInContext {
  readonly clientId: string | undefined;
  readonly file: TokenFile;
  readonly terminal: Terminal;
}

async function signIn(url: URL, header: string, { clientId, file, terminal }: SignInContext): Promise<string> {
  const challenge = readChallenge(header);
  const authority = await discover(url, challenge, terminal.signal);
  const earlierTokens = await file.read(url.href);
  const refreshed = challenge.isAboutScopes ? undefined : await refresh(authority, earlierTokens, terminal.signal);
  const tokens = refreshed ?? (await signInWithBrowser(authority, earlierTokens, { clientId, terminal }));
  await file.write(url.href, tokens);
  return tokens.accessToken;
}

async function refresh(
  authority: Authority,
  before: SavedTokens | undefined,
  signal: AbortSignal,
): Promise<SavedTokens | undefined> {
  const { server: metadata, resource } = authority;
  if (before?.refreshToken === undefined || before.issuer !== metadata.issuer) return undefined;
  try {
    const tokens = await refreshAuthorization(metadata.issuer, {
      metadata,
      clientInformation: { client_id: before.clientId },
      refreshToken: before.refreshToken,
      resource,
      fetchFn: fetchUntil(signal),
    });
    return savedTokens(authority, before.clientId, tokens, before.scope);
  } catch (thrown) {
    // The refresh token has expired or was revoked, so that the user signs in again.
    if (thrown instanceof OAuthError) return undefined;
    throw thrown;
  }
}

async function signInWithBrowser(
  authority: Authority,
  before: SavedTokens | undefined,
  { clientId, terminal }: Omit<SignInContext, 'file'>,
): Promise<SavedTokens> {
  const { server: metadata, resource } = authority;
  const { issuer } = metadata;
  if (!metadata.code_challenge_methods_supported?.includes('S256')) {
    throw failure(`${issuer} doesn't support authorization codes with PKCE.`);
  }
  const state = randomBytes(32).toString('base64url');
  const callback = await listenForCallback(state, terminal.signal);
  try {
    const { redirectUri } = callback;
    const client = { client_id: clientId ?? (await register(authority, redirectUri, terminal.signal)) };
    // Scopes that were granted before are requested again, so that they are not lost.
    const scope = computeScopeUnion(before?.scope, authority.scope);
    const { authorizationUrl, codeVerifier } = await startAuthorization(issuer, {
      metadata,
      clientInformation: client,
      redirectUrl: redirectUri,
      state,
      resource,
      ...(scope !== undefined && { scope }),
    });
    terminal.note(`Sign in with your browser:\n  ${authorizationUrl.href}\n`);
    openBrowser(authorizationUrl, terminal);
    const { code, iss } = await readCallback(callback.parameters, authority);
    const tokens = await exchangeAuthorization(issuer, {
      metadata,
      clientInformation: client,
      authorizationCode: code,
      codeVerifier,
      redirectUri,
      resource,
      fetchFn: fetchUntil(terminal.signal),
      ...(iss !== undefined && { iss }),
    });
    terminal.note('You are signed in.\n');
    return savedTokens(authority, client.client_id, tokens, scope);
  } finally {
    callback.close();
  }
}

async function readCallback(
  parameters: Promise<URLSearchParams>,
  { server }: Authority,
): Promise<{ readonly code: string; readonly iss: string | undefined }> {
  const query = await parameters;
  const iss = query.get('iss') ?? undefined;
  // Checked first, because another server may have sent the response (RFC 9207).
  validateAuthorizationResponseIssuer({
    iss,
    expectedIssuer: server.issuer,
    issParameterSupported: server['authorization_response_iss_parameter_supported'] === true,
  });
  const error = query.get('error');
  if (error !== null) throw failure(`Sign-in failed: ${safeLine(error)}.`);
  return { code: query.get('code') ?? '', iss };
}

async function register({ server: metadata }: Authority, redirectUri: string, signal: AbortSignal): Promise<string> {
  const { issuer } = metadata;
  if (metadata.registration_endpoint === undefined) {
    throw failure(
      `${issuer} doesn't support dynamic client registration. Register a client there and pass its ID with --client-id.`,
    );
  }
  // oxlint-disable-next-line typescript/no-deprecated -- few authorization servers support client ID metadata documents yet
  const registered = await registerClient(issuer, {
    metadata,
    clientMetadata: {
      client_name: 'toolwire',
      redirect_uris: [redirectUri],
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    fetchFn: fetchUntil(signal),
  });
  return registered.client_id;
}

function savedTokens(
  { server: { issuer } }: Authority,
  clientId: string,
  { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope }: OAuthTokens,
  requested: string | undefined,
): SavedTokens {
  const granted = scope ?? requested;
  return {
    issuer,
    clientId,
    accessToken,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(seconds !== undefined && { expiresAt: Date.now() + seconds * 1000 }),
    ...(granted !== undefined && granted !== '' && { scope: granted }),
  };
}
