import { type JwtIssuerOptions, jwt } from '@toolwire/auth/jwt';
import { createNodeHandler, defineTool, toolwire } from 'toolwire';
import { listen, type Running } from './listen.ts';

/** The scopes of the tools below. */
export const orderScopes = ['orders:read', 'orders:write'] as const;

/** The differences between authorization servers. By default it follows the resource indicators of RFC 8707. */
export interface OrdersServerOptions {
  readonly issuer: string;
  /** The options of `jwt` for a resource, in addition to the issuer. */
  readonly rules?: (resource: string) => Partial<JwtIssuerOptions>;
  /** The scope for reading, and that for writing. */
  readonly scopes?: readonly [string, string];
  readonly satisfies?: (granted: string, needed: string) => boolean;
}

/** Starts a server with one tool for all signed-in callers, and one that requires a second scope. */
export async function startOrdersServer(options: OrdersServerOptions): Promise<Running & { readonly mcpUrl: string }> {
  const { issuer, scopes = orderScopes, satisfies, rules = (resource) => ({ audiences: [resource] }) } = options;
  const list = defineTool({
    id: 'Orders.List',
    version: '1.0.0',
    description: 'Lists the orders of the signed-in user.',
    scopes: [scopes[0]],
    run: (_input, { principal }) => `orders of ${principal?.id}`,
  });
  const create = defineTool({
    id: 'Orders.Create',
    version: '1.0.0',
    description: 'Orders something for the signed-in user.',
    scopes,
    run: (_input, { principal }) => `ordered for ${principal?.id}`,
  });
  const running = await listen((url) => {
    const resource = `${url}/mcp`;
    const server = toolwire({
      tools: [list, create],
      auth: jwt({ ...rules(resource), issuer }),
      mcp: { authorization: { resource, authorizationServers: [issuer], scopesSupported: [scopes[0]] } },
      ...(satisfies && { scopes: { satisfies } }),
    });
    const handle = createNodeHandler(server);
    return async (request, response) => {
      if (!(await handle(request, response))) response.writeHead(404).end();
    };
  });
  return { ...running, mcpUrl: `${running.url}/mcp` };
}
