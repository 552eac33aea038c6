import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { mountTools as mountExpress } from '@toolwire/express';
import { mountTools as mountFastify } from '@toolwire/fastify';
import { createFetchHandler } from '@toolwire/fetch';
import { mountTools as mountKoa } from '@toolwire/koa';
import { createNodeListener } from '@toolwire/node';
import type { ToolServer } from '@toolwire/server';
import express from 'express';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';

/** An app on a free port of this machine. */
export interface Running {
  readonly url: string;
  close(): Promise<void>;
}

// Call ids are kept of callers that the app knows.
const ada = { principal: () => ({ id: 'ada' }) };

/** Every host that tools are mounted on, in an app with one user. */
export const hosts: Readonly<Record<string, (server: ToolServer) => Promise<Running>>> = {
  'node:http': (server) => listen(createNodeListener(server, ada)),
  express: (server) => listen(express().use(express.json()).use(mountExpress(server, ada))),
  koa: (server) => {
    const answer = new Koa().use(mountKoa(server, ada)).callback();
    return listen((request, response) => void answer(request, response));
  },
  fastify: async (server) => {
    const app = fastify();
    app.register(mountFastify, { server, ...ada });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    return { url, close: () => app.close() };
  },
  hono: (server) => {
    const app = new Hono();
    const handle = createFetchHandler(server, ada);
    app.use('*', async (context, next) => (await handle(context.req.raw)) ?? next());
    return listen(createAdaptorServer(app) as Server);
  },
};

/** Listens on a port that was free. */
export async function listen(app: RequestListener | Server): Promise<Running> {
  const server = typeof app === 'function' ? createServer(app) : app;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
