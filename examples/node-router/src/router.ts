import type { IncomingMessage, ServerResponse } from 'node:http';
import { createNodeHandler, toolwire } from 'toolwire';
import { greet } from './greet.ts';
import { findUser } from './users.ts';

type Route = (request: IncomingMessage, response: ServerResponse) => void;

const routes: ReadonlyMap<string, Route> = new Map([
  ['GET /', (_request, response) => response.end('The service that was here before')],
  ['GET /time', (_request, response) => sendJson(response, 200, { now: new Date().toISOString() })],
]);

export const tools = toolwire({ tools: [greet], otc: { prefix: '/api/ai' } });

const handleTools = createNodeHandler(tools, {
  principal: (request) => {
    const user = findUser(request.headers.authorization);
    return user === undefined ? undefined : { id: user };
  },
});

/** The whole service: its sign-in, its own routes, and the tools as one line between the two and the 404. */
export async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const own = routes.get(`${request.method} ${request.url}`);
  if (own !== undefined) return own(request, response);

  const isStranger = findUser(request.headers.authorization) === undefined;
  if (isStranger) return sendJson(response, 401, { error: 'Please sign in' });
  if (await handleTools(request, response)) return;
  sendJson(response, 404, { error: 'No such page' });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
