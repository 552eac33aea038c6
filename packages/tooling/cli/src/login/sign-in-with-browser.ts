import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  computeScopeUnion,
  exchangeAuthorization,
  registerClient,
  startAuthorization,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client';
import { failure, messageOf } from '../cli-error.ts';
import { openBrowser } from '../terminal/desktop.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { safeLine } from '../terminal/terminal-text.ts';
import { type Authority, fetchUntil } from './discover.ts';
import { type SavedTokens, toSavedTokens } from './saved-tokens.ts';

export interface LoginContext {
  /** The ID of a client that the authorization server knows. By default, a client is registered. */
  readonly clientId: string | undefined;
  readonly terminal: Terminal;
}

/** Signs the user in with the browser, as a public client with PKCE. */
export async function signInWithBrowser(
  authority: Authority,
  earlierTokens: SavedTokens | undefined,
  { clientId, terminal }: LoginContext,
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
    const scope = computeScopeUnion(earlierTokens?.scope, authority.scope);
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
    return toSavedTokens(authority, client.client_id, tokens, scope);
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

const signInTimeoutMs = 10 * 60_000;

/** Listens at a local URL for the redirect of an authorization server with this state. Requests from other pages are ignored. */
export async function listenForCallback(state: string, signal: AbortSignal) {
  const server = createServer();
  try {
    await once(server.listen(0, '127.0.0.1'), 'listening');
  } catch (thrown) {
    throw failure(`toolwire can't listen for the redirect of the sign-in: ${messageOf(thrown)}`);
  }
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const either = AbortSignal.any([signal, AbortSignal.timeout(signInTimeoutMs)]);
  const parameters = new Promise<URLSearchParams>((resolve, reject) => {
    const cancel = (): void => reject(failure('Sign-in timed out.'));
    // Without a listener, an error after the start would end the process.
    server.on('error', reject);
    either.addEventListener('abort', cancel);
    if (either.aborted) cancel();
    server.on('request', (request, response) => {
      // The URL class throws for a target such as `//`. A query may contain more question marks.
      const [path, ...query] = (request.url ?? '').split('?');
      const searchParams = new URLSearchParams(query.join('?'));
      const hasResult = searchParams.has('code') || searchParams.has('error');
      const isRedirect = path === '/callback' && hasResult && searchParams.get('state') === state;
      response.writeHead(isRedirect ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
      response.end(isRedirect ? 'You can close this page, and go back to the terminal.\n' : 'Not found.\n');
      if (isRedirect) resolve(searchParams);
    });
  });
  // The caller may have stopped waiting.
  parameters.catch(() => undefined);
  return {
    redirectUri,
    parameters,
    close(): void {
      server.close();
      server.closeIdleConnections();
    },
  };
}
