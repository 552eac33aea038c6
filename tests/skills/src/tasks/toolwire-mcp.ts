// Serve a tool called show_recipe, the recipes as resources by their names, and a prompt that plans a meal, as one server of MCP; and
// show that a client finds all three.
import { definePrompt, defineResource, defineTool, toolwire } from 'toolwire';
import { z } from 'zod';

const recipes = new Map([['soup', 'Boil all of it.']]);
const show = defineTool({
  id: 'Recipes.Show',
  version: '1.0.0',
  name: 'show_recipe',
  description: 'Shows a recipe.',
  input: z.object({ name: z.string().describe('The name of the recipe.') }),
  annotations: { readOnly: true },
  run: ({ name }) => recipes.get(name) ?? 'There is no such recipe.',
});
const recipe = defineResource({ uri: 'recipes://{name}', name: 'recipes', read: ({ name }) => recipes.get(name) });
const plan = definePrompt({
  name: 'plan',
  description: 'Plans a meal.',
  input: z.object({ guests: z.string() }),
  messages: ({ guests }) => `Plan a meal for ${guests}.`,
});

const server = toolwire({
  tools: [show],
  name: 'recipes',
  version: '1.0.0',
  mcp: { resources: [recipe], prompts: [plan] },
});
const { url, close } = await server.listen(0);
const requests: readonly (readonly [method: string, params: object])[] = [
  ['tools/call', { name: 'show_recipe', arguments: { name: 'soup' } }],
  ['resources/read', { uri: 'recipes://soup' }],
  ['prompts/get', { name: 'plan', arguments: { guests: 'two' } }],
];
for (const [method, params] of requests) {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(`${url}/mcp`, { method: 'POST', headers, body });
  console.log(/"text":"([^"]*)"/.exec(await answer.text())?.[1]);
}
await close();
