import { describe, expect, it } from 'vitest';
import { startAuthorizationServer } from '../src/authorization-server.ts';
import { client2 } from '../src/clients/client-2.ts';
import type { SigningInClient } from '../src/clients/signing-in-client.ts';
import { orderScopes, startOrdersServer } from '../src/orders-server.ts';
import { pageParts, pageRecipe, pageResource } from '../src/page-recipes.ts';
import { type Mistake, type Recipe, recipes } from '../src/recipes.ts';

type OnTestFinished = (close: () => Promise<void>) => void;

/** Connects a client to a server that is set up by the program of the page, or with a mistake that the page warns of. */
async function connect(
  { name, server, scopes = orderScopes, clientId }: Recipe,
  onTestFinished: OnTestFinished,
  mistake?: Mistake,
): Promise<SigningInClient> {
  const { auth, scopes: { satisfies } = {} } = await pageRecipe(name);
  // The issuer of the page without its host: its path, with or without a trailing slash.
  const path = auth.issuer.slice(new URL(auth.issuer).origin.length);
  const authorization = await startAuthorizationServer({ ...server, ...mistake?.server, scopes, path });
  onTestFinished(() => authorization.close());
  const orders = await startOrdersServer({
    issuer: authorization.url + path,
    scopes,
    ...(satisfies && { satisfies }),
    rules: (resource) => ({
      ...auth,
      ...(auth.audiences && { audiences: auth.audiences.map((one) => (one === pageResource ? resource : one)) }),
      ...mistake?.options,
    }),
  });
  onTestFinished(() => orders.close());
  const client = await client2('auto').connect(orders.mcpUrl, clientId);
  onTestFinished(() => client.close());
  return client;
}

it('docs/authorization.md has exactly these recipes, with the scopes of tools', () => {
  expect(recipes.map(({ name }) => name)).toEqual([...pageParts.keys()]);
  for (const { name, scopes } of recipes) if (scopes) expect(pageParts.get(name)).toContain(`scopes: ['${scopes[0]}']`);
});

describe.each(recipes)('the recipe of docs/authorization.md for $name', (recipe) => {
  const { user = 'ada', mistakes } = recipe;

  it('signs users in, and grants a second scope when a tool asks for it', async ({ onTestFinished }) => {
    const client = await connect(recipe, onTestFinished);
    expect(await client.call('Orders_List')).toBe(`orders of ${user}`);
    expect(await client.call('Orders_Create')).toBe(`ordered for ${user}`);
    expect(client.signIns).toHaveLength(2);
  });

  it.for(mistakes)('rejects every caller if $name', async (mistake, { onTestFinished }) => {
    await expect(connect(recipe, onTestFinished, mistake)).rejects.toThrow(/Unauthorized|401/);
  });
});
