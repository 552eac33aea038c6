import type { IncomingMessage, ServerResponse } from 'node:http';
import { createNodeHandler, createNodeListener } from '@toolwire/node';
import type { Host, TestApp } from '../host.ts';
import { listenOn } from '../listen.ts';
import { mountOptions, nodeRequester } from '../requester.ts';

type Route = (request: IncomingMessage, response: ServerResponse) => void;

/** Tools behind the app's middleware, as node:http calls them. */
export function nodeListener(app: TestApp): Route {
  const { front, guard, mounts, back, routes } = app;
  const [only] = mounts;
  // An app without routes needs no separate handler for other requests.
  const route =
    mounts.length === 1 && routes.length === 0 && only
      ? createNodeListener(only.server, optionsOf(only))
      : routeOf(mounts, back);
  return (request, response) =>
    front(request, response, () => guard(request, response, () => route(request, response)));
}

function routeOf(mounts: TestApp['mounts'], back: TestApp['back']): Route {
  const handlers = mounts.map((mount) => createNodeHandler(mount.server, optionsOf(mount)));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const handle of handlers) if (await handle(request, response)) return;
    back(request, response, () => response.writeHead(404).end('There is no such page'));
  };
  return (request, response) => {
    const fail = (): unknown => (response.headersSent ? response.destroy() : response.writeHead(500).end());
    void answer(request, response).catch(fail);
  };
}

const optionsOf = (mount: TestApp['mounts'][number]) => ({
  basePath: mount.prefix,
  ...mountOptions(mount, (request: IncomingMessage) => nodeRequester(request)),
});

export const nodeHttp: Host = {
  name: 'node:http',
  adapter: '@toolwire/node',
  tier: 'everyday',
  bodies: ['unread'],
  start: (app) => listenOn(nodeListener(app), app.port),
  packed: { imports: { toolwire: '{ createNodeListener }' }, answer: 'overHttp(createNodeListener(server))' },
};
