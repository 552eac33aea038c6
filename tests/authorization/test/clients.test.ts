import { describe, expect, it } from 'vitest';
import { startAuthorizationServer } from '../src/authorization-server.ts';
import { client1 } from '../src/clients/client-1.ts';
import { client2 } from '../src/clients/client-2.ts';
import { mcpRemote } from '../src/clients/mcp-remote.ts';
import { orderScopes, startOrdersServer } from '../src/orders-server.ts';

describe.each([client1, client2('auto'), client2('legacy'), mcpRemote])('$name', (kind) => {
  it('finds the authorization server, signs in, calls, requests a second scope, and calls again', async ({
    onTestFinished,
  }) => {
    const authorization = await startAuthorizationServer({ scopes: orderScopes });
    onTestFinished(() => authorization.close());
    const orders = await startOrdersServer({ issuer: authorization.url });
    onTestFinished(() => orders.close());
    const client = await kind.connect(orders.mcpUrl);
    onTestFinished(() => client.close());

    expect(await client.call('Orders_List')).toBe('orders of ada');
    expect(client.signIns).toHaveLength(1);
    expect(await client.call('Orders_Create')).toBe('ordered for ada');
    expect(client.signIns.map(scopesAskedFor)).toEqual(['orders:read', 'orders:read orders:write']);
    for (const { searchParams } of client.signIns) {
      expect(searchParams.get('resource')).toBe(orders.mcpUrl);
      expect(searchParams.get('code_challenge_method')).toBe('S256');
    }
    expect(await client.call('Orders_List')).toBe('orders of ada');
    expect(client.signIns).toHaveLength(2);
  });
});

describe('a client that is registered with the scopes of its first challenge', () => {
  it('is refused a second scope by an authorization server that limits it to these scopes', async ({
    onTestFinished,
  }) => {
    const authorization = await startAuthorizationServer({ scopes: orderScopes, keepsRegisteredScopes: true });
    onTestFinished(() => authorization.close());
    const orders = await startOrdersServer({ issuer: authorization.url });
    onTestFinished(() => orders.close());
    const client = await client2('auto').connect(orders.mcpUrl);
    onTestFinished(() => client.close());

    expect(await client.call('Orders_List')).toBe('orders of ada');
    await expect(client.call('Orders_Create')).rejects.toThrow('requested scope is not allowed');
  });
});

/** Without `offline_access`, which some clients add automatically. */
function scopesAskedFor({ searchParams }: URL): string | undefined {
  return searchParams.get('scope')?.replace(' offline_access', '');
}
