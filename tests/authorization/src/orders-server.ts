import { jwt } from '@toolwire/auth/jwt';
import { createNodeHandler, defineTool, toolwire } from 'toolwire';
import { listen, type Running } from './listen.ts';

const list = defineTool({
  id: 'Orders.List',
  version: '1.0.0',
  description: 'Lists the orders of whoever has signed in.',
  scopes: ['orders:read'],
  run: (_input, { principal }) => `orders of ${principal?.id}`,
});
const create = defineTool({
  id: 'Orders.Create',
  version: '1.0.0',
  description: 'Orders something for whoever has signed in.',
  scopes: ['orders:read', 'orders:write'],
  run: (_input, { principal }) => `ordered for ${principal?.id}`,
});

/** The scopes of the tools below. */
export const orderScopes = ['orders:read', 'orders:write'] as const;

/** Starts a server with one tool that everybody may call who has signed in, and one that asks for a second scope. */
export function startOrdersServer(issuer: string): Promise<Running & { readonly mcpUrl: string }> {
  const started = listen((url) => {
    const resource = `${url}/mcp`;
    const server = toolwire({
      tools: [list, create],
      auth: jwt({ jwks: `${issuer}/jwks`, issuer, audiences: [resource] }),
      mcp: { authorization: { resource, authorizationServers: [issuer], scopesSupported: ['orders:read'] } },
    });
    const handle = createNodeHandler(server);
    return async (request, response) => {
      if (!(await handle(request, response))) response.writeHead(404).end();
    };
  });
  return started.then((running) => ({ ...running, mcpUrl: `${running.url}/mcp` }));
}
