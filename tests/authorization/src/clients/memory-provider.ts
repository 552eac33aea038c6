import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/client';
import type { User } from './user.ts';

export const redirectUrl = 'http://127.0.0.1:7/signed-in';

/** What a program with either official client writes of its own: where tokens are kept, and how a user is sent away. */
export function memoryProvider(user: User, clientId?: string): OAuthClientProvider {
  const kept: {
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
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (address) => user.send(address),
    codeVerifier: () => kept.verifier ?? '',
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    discoveryState: () => kept.discovery,
    saveDiscoveryState: (discovery) => void (kept.discovery = discovery),
  };
}
