import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createMemoryVaultStore,
  createSignIn,
  createTokenVault,
  type SignIn,
  type SignInOptions,
  type VaultStore,
} from '../src/index.ts';
import { client, type IdentityProvider, startIdentityProvider } from './identity-provider.ts';

/** Sign-in pages on a port, without a tool server, and an identity provider with their redirect URI. */
export interface Served {
  readonly url: string;
  readonly identity: IdentityProvider;
  readonly store: VaultStore;
  /** The arguments of all reports. */
  readonly reported: unknown[];
  /** Simulates another process on the same store; the last one serves the pages. */
  make(options?: Partial<SignInOptions>): SignIn;
  close(): Promise<void>;
}

/** The cookie of the app that contains its signed-in user. */
export const visitorCookie = 'app-user';

export async function serve(): Promise<Served> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const identity = await startIdentityProvider(`${url}/oauth/callback/notes`);
  const store = createMemoryVaultStore();
  const reported: unknown[] = [];
  let pages: SignIn['pages'] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path, query = ''] = (request.url ?? '').split('?');
    const page = pages.find((one) => one.path === path);
    const header = (name: string): string | undefined => request.headersDistinct[name]?.join(', ');
    const { status = 404, headers, body } = (await page?.respond({ query, header })) ?? {};
    response.writeHead(status, headers).end(body);
  };
  server.on('request', (request, response) => void answer(request, response));
  return {
    url,
    identity,
    store,
    reported,
    make: (options = {}) => {
      const signIn = createSignIn({
        publicUrl: url,
        vault: createTokenVault({ keys: [{ id: 'one', key: '7f'.repeat(32) }], store }),
        providers: {
          notes: {
            issuer: identity.issuer,
            ...client,
            scopes: ['openid', 'offline_access'],
            parameters: { prompt: 'consent' },
          },
        },
        visitor: (request) => {
          const id = new RegExp(`${visitorCookie}=(\\w+)`).exec(request.header('cookie') ?? '')?.[1];
          return id === undefined ? undefined : { id };
        },
        report: (error, doing) => reported.push([doing, error]),
        ...options,
      });
      pages = signIn.pages;
      return signIn;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await identity.close();
    },
  };
}
