import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A real authorization server on a separate port. */
export interface IdentityProvider {
  readonly issuer: string;
  /** The number of requests by path. */
  readonly asked: Map<string, number>;
  /** The lifetime of new access tokens, in seconds. */
  lifetime: number;
  /** Whether all responses have status 503. */
  isDown: boolean;
  /** Returns whether an access token is valid. */
  knows(token: string): Promise<boolean>;
  close(): Promise<void>;
}

export const client = { clientId: 'tools', clientSecret: 'a-secret-of-the-client' };

/** Starts a provider with the scopes `notes:read` and `notes:write`, and our client with this redirect URI. */
export async function startIdentityProvider(callback: string): Promise<IdentityProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [callback],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    scopes: ['openid', 'offline_access', 'notes:read', 'notes:write'],
    pkce: { required: () => true },
    features: { revocation: { enabled: true }, devInteractions: { enabled: true } },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    ttl: { AccessToken: () => identity.lifetime },
    cookies: { keys: ['a key for tests'] },
  });
  const handle = provider.callback();
  server.on('request', (request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    identity.asked.set(path, (identity.asked.get(path) ?? 0) + 1);
    if (identity.isDown) response.writeHead(503).end();
    else void handle(request, response);
  });
  const identity: IdentityProvider = {
    issuer,
    asked: new Map(),
    lifetime: 3_600,
    isDown: false,
    knows: async (token) => (await provider.AccessToken.find(token)) !== undefined,
    close: () => closed(server),
  };
  return identity;
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
