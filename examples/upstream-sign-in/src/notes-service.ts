import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A service with separate users, who may allow other apps to read their notes. */
export interface NotesService {
  readonly url: string;
  /** How long its tokens live from now on, in seconds. */
  lifetime: number;
  readonly close: () => void;
}

export const client = { clientId: 'the-app', clientSecret: 'a-secret-that-both-know' };

/** Starts it; it sends users back to this address of the app. */
export async function startNotesService(callback: string): Promise<NotesService> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: NotesService = { url, lifetime: 3_600, close: () => void server.close() };
  const provider = new Provider(url, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [callback],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    scopes: ['openid', 'offline_access', 'notes:read'],
    pkce: { required: () => true },
    features: { revocation: { enabled: true } },
    rotateRefreshToken: true,
    ttl: { AccessToken: () => service.lifetime },
    cookies: { keys: ['a-secret-for-this-example'] },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url !== '/notes') return void answer(request, response);
    void ownerOf(request, provider).then((owner) => {
      response.writeHead(owner === undefined ? 401 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(owner === undefined ? {} : [`A note of ${owner}`]));
    });
  });
  return service;
}

async function ownerOf({ headers }: IncomingMessage, provider: Provider): Promise<string | undefined> {
  const token = await provider.AccessToken.find(headers.authorization?.replace('Bearer ', '') ?? '');
  return token?.scopes.has('notes:read') === true ? token.accountId : undefined;
}
