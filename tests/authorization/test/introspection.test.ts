import { introspection } from '@toolwire/auth/introspection';
import Provider from 'oidc-provider';
import { createNodeHandler, defineTool, silentLogger, toolwire } from 'toolwire';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { listen, type Running } from '../src/listen.ts';

const audience = 'https://tools.example.com';
const service = { id: 'a-service', secret: 'the secret of a service' };
const tools = { id: 'tools', secret: 'the secret: of the tools' };

/** An authorization server whose tokens only it can read, and which takes them back. */
function startProvider(): Promise<Running> {
  return listen((origin) => {
    const provider = new Provider(origin, {
      clients: [service, tools].map(({ id, secret }) => ({
        client_id: id,
        client_secret: secret,
        grant_types: id === service.id ? ['client_credentials'] : [],
        redirect_uris: [],
        response_types: [],
      })),
      features: {
        clientCredentials: { enabled: true },
        introspection: { enabled: true },
        revocation: { enabled: true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: (_context, resource) => ({
            scope: 'orders:read',
            audience: resource,
            accessTokenFormat: 'opaque',
            accessTokenTTL: 600,
          }),
        },
      },
    });
    return provider.callback();
  });
}

describe('opaque tokens of oidc-provider', () => {
  const servers: Running[] = [];
  let provider: Running;
  beforeAll(async () => {
    provider = await startProvider();
  });
  afterAll(() => Promise.all([provider, ...servers].map((one) => one.close())));

  afterEach(() => {
    vi.useRealTimers();
  });

  /** Asks the provider as the service, which names itself. */
  async function ask(path: string, form: Record<string, string>): Promise<Response> {
    const authorization = `Basic ${Buffer.from(`${service.id}:${encodeURIComponent(service.secret)}`).toString('base64')}`;
    return fetch(provider.url + path, { method: 'POST', headers: { authorization }, body: new URLSearchParams(form) });
  }

  async function tokenFor(resource: string): Promise<string> {
    const form = { grant_type: 'client_credentials', scope: 'orders:read', resource };
    const { access_token: token } = (await (await ask('/token', form)).json()) as { readonly access_token: string };
    return token;
  }

  /** A server that asks the provider, and the status with which it answers a call. */
  async function start(options: { readonly cacheSeconds?: number; readonly clientSecret?: string } = {}) {
    const tool = defineTool({
      id: 'Orders.Count',
      version: '1.0.0',
      description: 'Counts orders.',
      scopes: ['orders:read'],
      run: () => 42,
    });
    const auth = introspection({
      issuer: provider.url,
      clientId: tools.id,
      clientSecret: tools.secret,
      audiences: [audience],
      principalId: ({ client_id: id }) => (typeof id === 'string' ? id : undefined),
      ...options,
    });
    const handle = createNodeHandler(toolwire({ tools: [tool], auth, logger: silentLogger }));
    const server = await listen(() => handle);
    servers.push(server);
    return async (token: string): Promise<number> => {
      const { status } = await fetch(`${server.url}/tools/execute`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ tool: { toolkit: 'Orders', name: 'Count', version: '1.0.0' }, inputs: {} }),
      });
      return status;
    };
  }

  test('are accepted until they are revoked', async () => {
    const call = await start({ cacheSeconds: 0 });
    const token = await tokenFor(audience);
    expect(token).not.toContain('.');
    expect(await call(token)).toBe(200);
    expect((await ask('/token/revocation', { token })).status).toBe(200);
    expect(await call(token)).toBe(401);
  });

  test('are accepted for cacheSeconds after their revocation, and no longer', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const call = await start({ cacheSeconds: 60 });
    const token = await tokenFor(audience);
    expect(await call(token)).toBe(200);
    await ask('/token/revocation', { token });
    vi.advanceTimersByTime(59_000);
    expect(await call(token)).toBe(200);
    vi.advanceTimersByTime(1000);
    expect(await call(token)).toBe(401);
  });

  test('are rejected if they were issued for another server', async () => {
    expect(await (await start())(await tokenFor('https://other.example.com'))).toBe(401);
  });

  test('are rejected if they were not issued', async () => {
    expect(await (await start())('made-up')).toBe(401);
  });

  test('cannot be verified by a server that is not registered at the provider', async () => {
    expect(await (await start({ clientSecret: 'another one' }))(await tokenFor(audience))).toBe(503);
  });
});
