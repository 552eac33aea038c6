import type { IncomingMessage, ServerResponse } from 'node:http';
import { createNodeHandler } from '@toolwire/node';
import { server as added } from './add-a-stage.ts';
import { server as ordered } from './choose-the-order.ts';
import { server as replaced } from './replace-the-resolver.ts';

/** All that are served. */
export const servers = [replaced, added, ordered];

const handlers = servers.map((server) => createNodeHandler(server));

/** Asks each server in turn: what is not for one of them is perhaps for the next. */
export async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
  for (const handle of handlers) {
    if (await handle(request, response)) return;
  }
  response.writeHead(404).end();
}
