import { describe, expect, it } from 'vitest';
import { startAuthorizationServer } from '../src/authorization-server.ts';
import { client2 } from '../src/clients/client-2.ts';
import type { SigningInClient } from '../src/clients/signing-in-client.ts';
import { startOrdersServer } from '../src/orders-server.ts';
import { type Recipe, recipes } from '../src/recipes.ts';

type OnTestFinished = (close: () => Promise<void>) => void;

/** Connects a client to a server that is set up as the recipe says, or with the mistake that it warns of. */
async function connect(recipe: Recipe, onTestFinished: OnTestFinished, isMistaken = false): Promise<SigningInClient> {
  const { server, options, mistake, clientId } = recipe;
  const authorization = await startAuthorizationServer({ ...server, ...(isMistaken && mistake.server) });
  onTestFinished(() => authorization.close());
  const orders = await startOrdersServer({ ...options(authorization.url), ...(isMistaken && mistake.options) });
  onTestFinished(() => orders.close());
  const client = await client2('auto').connect(orders.mcpUrl, clientId);
  onTestFinished(() => client.close());
  return client;
}

describe.each(recipes)('$name', (recipe) => {
  const { user = 'ada', mistake } = recipe;

  it('signs users in, and grants a second scope when a tool asks for it', async ({ onTestFinished }) => {
    const client = await connect(recipe, onTestFinished);
    expect(await client.call('Orders_List')).toBe(`orders of ${user}`);
    expect(await client.call('Orders_Create')).toBe(`ordered for ${user}`);
    expect(client.signIns).toHaveLength(2);
  });

  it(`lets nobody in where ${mistake.name}`, async ({ onTestFinished }) => {
    await expect(connect(recipe, onTestFinished, true)).rejects.toThrow(/Unauthorized|401/);
  });
});
