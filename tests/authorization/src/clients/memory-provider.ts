import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/client';
import type { User } from './user.ts';

export const redirectUrl = 'http://127.0.0.1:7/signed-in';

/** The code that a program with an official client must write: token storage and the redirect of the user. */
export function memoryProvider(user: User, clientId?: string): OAuthClientProvider {
  const stored: {
    client?: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>;
    tokens?: Awaited<ReturnType<OAuthClientProvider['tokens']>>;
    verifier?: string;
    discovery?: OAuthDiscoveryState;
  } = clientId === undefined ? {} : { client: { client_id: clientId } };
  return {
    redirectUrl,
    clientMetadata: {
      client_name: 'a program',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => stored.client,
    saveClientInformation: (client) => void (stored.client = client),
    tokens: () => stored.tokens,
    saveTokens: (tokens) => void (stored.tokens = tokens),
    redirectToAuthorization: (address) => user.send(address),
    codeVerifier: () => stored.verifier ?? '',
    saveCodeVerifier: (verifier) => void (stored.verifier = verifier),
    discoveryState: () => stored.discovery,
    saveDiscoveryState: (discovery) => void (stored.discovery = discovery),
  };
}
