import { once } from 'node:events';
import { serve } from '@hono/node-server';
import type { Started } from './start.ts';

type Answer = (request: Request) => Response | Promise<Response>;

/** What the file of a route of Next.js exports. */
export interface Route {
  readonly GET: Answer;
  readonly POST: Answer;
}

/** Serves a route at its path, as Next.js does: by method, and with a 404 for all else. */
export async function serveRoute(path: string, { GET, POST }: Route): Promise<Started> {
  const fetch = (request: Request): Response | Promise<Response> => {
    if (new URL(request.url).pathname !== path) return new Response(undefined, { status: 404 });
    if (request.method === 'GET') return GET(request);
    return request.method === 'POST' ? POST(request) : new Response(undefined, { status: 405 });
  };
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The system gave no port.');
  const stop = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${address.port}`, stop };
}
