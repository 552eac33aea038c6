import type { IncomingMessage, Server } from 'node:http';
import process from 'node:process';
import { createAdaptorServer } from '@hono/node-server';
import type { ContextEntry, Principal } from '@toolwire/core';
import type { MountOptions } from '@toolwire/core/wire';
import { mountTools as mountExpress } from '@toolwire/express';
import { mountTools as mountFastify } from '@toolwire/fastify';
import { createFetchHandler } from '@toolwire/fetch';
import { mountTools as mountKoa } from '@toolwire/koa';
import { createNodeListener } from '@toolwire/node';
import type { ToolServer } from '@toolwire/server';
import express from 'express';
import express4 from 'express4';
import { type FastifyRequest, fastify } from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import Koa2 from 'koa2';
import { listenOn, type RunningServer } from './listen-on.ts';

/** What an app says of a request where it mounts tools, by a header of it. */
export interface AppSays {
  readonly principal?: ((header: ReadHeader) => Principal | undefined) | undefined;
  readonly values?: ((header: ReadHeader) => readonly ContextEntry[]) | undefined;
}

/** A header of a request by its lower-case name. */
type ReadHeader = (name: string) => string | undefined;

/** Starts a server on a free port; the address is where the routes of its wires begin. */
export type StartOnHost = (server: ToolServer, says?: AppSays) => Promise<RunningServer>;

/** Every host that tools are mounted on. */
const newestHosts: Readonly<Record<string, StartOnHost>> = {
  'node:http': (server, says) => listenOn(createNodeListener(server, saidOf<IncomingMessage>(says, headerOfNode))),
  // Behind the parser that most apps have in front of all their routes.
  Express: async (server, says) =>
    below(
      '/ai',
      await listenOn(
        express()
          .use(express.json())
          .use('/ai', mountExpress(server, saidOf<IncomingMessage>(says, headerOfNode))),
      ),
    ),
  // Koa tells of every client that leaves a stream before its end.
  Koa: (server, says) =>
    listenOn(
      new Koa()
        .on('error', () => undefined)
        .use(
          mountKoa(
            server,
            saidOf<Koa.Context>(says, ({ req }) => headerOfNode(req)),
          ),
        )
        .callback(),
    ),
  Fastify: async (server, says) => {
    const app = fastify();
    const said = saidOf<FastifyRequest>(says, ({ raw }) => headerOfNode(raw));
    app.register(mountFastify, { prefix: '/ai', server, ...said });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    return below('/ai', { url, close: () => app.close() });
  },
  hono: async (server, says) => {
    const app = new Hono();
    const said = saidOf<Request>(
      says,
      ({ headers }) =>
        (name) =>
          headers.get(name) ?? undefined,
    );
    const handle = createFetchHandler(server, { basePath: '/ai', ...said });
    app.use('/ai/*', async (context, next) => (await handle(context.req.raw)) ?? next());
    return below('/ai', await listenOn(createAdaptorServer(app) as Server));
  },
};

/** The majors before, which many apps still run on. */
const olderHosts: typeof newestHosts = {
  'Express 4': async (server, says) =>
    below(
      '/ai',
      await listenOn(
        express4()
          .use(express4.json())
          .use('/ai', mountExpress(server, saidOf<IncomingMessage>(says, headerOfNode))),
      ),
    ),
  'Koa 2': (server, says) =>
    listenOn(
      new Koa2()
        .use(
          mountKoa(
            server,
            saidOf<Koa.Context>(says, ({ req }) => headerOfNode(req)),
          ),
        )
        .callback(),
    ),
};

const isEvery = process.env['TEST_HOSTS'] === 'all';

/** The hosts of this run: two that read bodies in different ways, and with `npm test -- --every-host` all. */
export const hosts: typeof newestHosts = isEvery
  ? newestHosts
  : Object.fromEntries(Object.entries(newestHosts).slice(0, 2));

/** The hosts of this run, and with `npm test -- --every-host` the majors before as well. */
export const oldAndNewHosts: typeof newestHosts = isEvery ? { ...newestHosts, ...olderHosts } : hosts;

/** The options of a mount, for a host whose requests have their headers at a place of their own. */
function saidOf<HostedRequest>(
  { principal, values }: AppSays = {},
  headerOf: (request: HostedRequest) => ReadHeader,
): MountOptions<HostedRequest> {
  return {
    principal: principal && ((request) => principal(headerOf(request))),
    values: values && ((request) => values(headerOf(request))),
  };
}

function headerOfNode({ headers }: IncomingMessage): ReadHeader {
  return (name) => headers[name]?.toString();
}

function below(prefix: string, server: RunningServer): RunningServer {
  return { url: server.url + prefix, close: () => server.close() };
}
