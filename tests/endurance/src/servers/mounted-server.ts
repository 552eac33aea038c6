// An app on the framework that its environment names, with tools mounted in it and a slow route of its own.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { mountTools as mountInExpress } from '@toolwire/express';
import { mountTools as mountInFastify } from '@toolwire/fastify';
import { createFetchHandler } from '@toolwire/fetch';
import { mountTools as mountInKoa } from '@toolwire/koa';
import express from 'express';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { type CloseGracefullyOptions, closeGracefully, createNodeHandler, cutStalledCallers, toolwire } from 'toolwire';
import { slowTools } from './slow-tools.ts';
import { stopSettings } from './stop-settings.ts';

const port = Number(process.env['PORT']);
const host = '127.0.0.1';
const writeStallMs = Number(process.env['WRITE_STALL_MS'] ?? 30_000);
const tools = toolwire({ tools: slowTools, limits: { writeStallMs } });

const own = async (): Promise<string> => {
  process.send?.({ began: 'own' });
  await wait(800);
  return 'own';
};
const options: CloseGracefullyOptions = { ...stopSettings(), onClosed: () => process.send?.({ saved: true }) };

const hosts = {
  express: async () => {
    const app = express().use(mountInExpress(tools));
    app.get('/own', (_request, response) => void own().then((text) => response.send(text)));
    return listening(app.listen(port, host));
  },
  fastify: async () => {
    const app = fastify();
    app.register(mountInFastify, { server: tools });
    app.get('/own', own);
    await app.listen({ port, host });
    closeGracefully(app.server, tools, { ...options, onClosed: () => app.close().then(options.onClosed) });
    return app.server;
  },
  koa: async () => {
    const app = new Koa().use(mountInKoa(tools)).use(async (context) => {
      context.body = await own();
    });
    return listening(app.listen(port, host));
  },
  hono: async () => {
    const handleTools = createFetchHandler(tools);
    const app = new Hono().use(async (c, next) => (await handleTools(c.req.raw)) ?? next());
    app.get('/own', async (c) => c.text(await own()));
    const server = serve({ fetch: app.fetch, port, hostname: host }) as Server;
    cutStalledCallers(server, writeStallMs);
    return listening(server);
  },
  'node:http': async () => {
    const handleTools = createNodeHandler(tools);
    const server = createServer((request, response) => {
      void handleTools(request, response).then(async (handled) => {
        if (!handled) response.end(await own());
      });
    });
    return listening(server.listen(port, host));
  },
};

async function listening(server: Server): Promise<Server> {
  closeGracefully(server, tools, options);
  if (!server.listening) await once(server, 'listening');
  return server;
}

const start = hosts[process.env['HOST'] as keyof typeof hosts];
const { port: bound } = (await start()).address() as AddressInfo;
process.stdout.write(`Listening on http://${host}:${bound}\n`);
