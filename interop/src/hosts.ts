import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { mountTools as mountExpress } from '@toolwire/express';
import { mountTools as mountFastify } from '@toolwire/fastify';
import { createFetchHandler } from '@toolwire/fetch';
import { mountTools as mountKoa } from '@toolwire/koa';
import { createNodeListener } from '@toolwire/node';
import type { ToolServer } from '@toolwire/server';
import express from 'express';
import express4 from 'express4';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import Koa2 from 'koa2';
import { listenOn, type RunningServer } from './listen-on.ts';

/** Starts a server on a free port; the address is where the routes of its wires begin. */
export type StartOnHost = (server: ToolServer) => Promise<RunningServer>;

/** Every host that tools are mounted on. */
export const hosts: Readonly<Record<string, StartOnHost>> = {
  'node:http': (server) => listenOn(createNodeListener(server)),
  // Behind the parser that most apps have in front of all their routes.
  Express: async (server) =>
    below('/ai', await listenOn(express().use(express.json()).use('/ai', mountExpress(server)))),
  // Koa tells of every client that leaves a stream before its end.
  Koa: (server) =>
    listenOn(
      new Koa()
        .on('error', () => undefined)
        .use(mountKoa(server))
        .callback(),
    ),
  Fastify: async (server) => {
    const app = fastify();
    app.register(mountFastify, { prefix: '/ai', server });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    return below('/ai', { url, close: () => app.close() });
  },
  hono: async (server) => {
    const app = new Hono();
    const handle = createFetchHandler(server, { basePath: '/ai' });
    app.use('/ai/*', async (context, next) => (await handle(context.req.raw)) ?? next());
    return below('/ai', await listenOn(createAdaptorServer(app) as Server));
  },
};

/** The majors before, which many apps still run on. */
export const olderHosts: typeof hosts = {
  'Express 4': async (server) =>
    below('/ai', await listenOn(express4().use(express4.json()).use('/ai', mountExpress(server)))),
  'Koa 2': (server) => listenOn(new Koa2().use(mountKoa(server)).callback()),
};

function below(prefix: string, server: RunningServer): RunningServer {
  return { url: server.url + prefix, close: () => server.close() };
}
