import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { mountTools as mountExpress } from '@toolwire/express';
import { mountTools as mountFastify } from '@toolwire/fastify';
import { createFetchHandler } from '@toolwire/fetch';
import { mountTools as mountKoa } from '@toolwire/koa';
import express5 from 'express';
import express4 from 'express4';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import Koa3 from 'koa';
import mount from 'koa-mount';
import Koa2 from 'koa2';
import { createNodeHandler, type Toolwire } from 'toolwire';

/** An app that serves the tools below a path of its own. */
export interface HostedApp {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Where the tools are in every app. */
export const prefix = '/api/ai';

/** Every host of docs/hosts.md: each mounts a server as its README says. */
export const hosts: readonly { readonly name: string; readonly start: (tools: Toolwire) => Promise<HostedApp> }[] = [
  {
    name: 'node:http',
    start: (tools) => {
      const handle = createNodeHandler(tools);
      return listenOn((request, response) => {
        const url = request.url ?? '/';
        if (!url.startsWith(prefix)) return void response.writeHead(404).end();
        // A router of one's own cuts the path off.
        request.url = url.slice(prefix.length);
        handle(request, response).then(
          (isServed) => isServed || response.writeHead(404).end(),
          () => response.destroy(),
        );
      });
    },
  },
  { name: 'Express 5', start: (tools) => listenOn(express5().use(prefix, mountExpress(tools))) },
  { name: 'Express 4', start: (tools) => listenOn(express4().use(prefix, mountExpress(tools))) },
  {
    name: 'Fastify 5',
    start: async (tools) => {
      const app = fastify({ forceCloseConnections: true }).register(mountFastify, { prefix, server: tools });
      return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() };
    },
  },
  {
    name: 'Koa 3',
    start: (tools) =>
      listenOn(
        quietKoa(Koa3)
          .use(mount(prefix, mountKoa(tools)))
          .callback(),
      ),
  },
  {
    name: 'Koa 2',
    start: (tools) =>
      listenOn(
        quietKoa(Koa2)
          .use(mount(prefix, mountKoa(tools)))
          .callback(),
      ),
  },
  {
    name: 'hono',
    start: (tools) => {
      const handle = createFetchHandler(tools, { basePath: prefix });
      const app = new Hono().use(async (c, next) => (await handle(c.req.raw)) ?? next());
      return startListening(createAdaptorServer(app) as Server);
    },
  },
];

/** A feed that its reader leaves is an error to Koa, which writes it down. */
function quietKoa(Koa: typeof Koa3): Koa3 {
  return new Koa().on('error', () => undefined);
}

function listenOn(listener: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<HostedApp> {
  return startListening(createServer((request, response) => void listener(request, response)));
}

async function startListening(server: Server): Promise<HostedApp> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
