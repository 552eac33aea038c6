import type { ServerResponse } from 'node:http';
import type { HttpServer } from '@nestjs/common';
import { contextEntry } from '@toolwire/core';
import { createPathTest, isPublic } from '@toolwire/core/internal';
import type { MountOptions } from '@toolwire/core/wire';
import { type ExpressRequest, mountTools as mountInExpress } from '@toolwire/express';
import { mountTools as mountInFastify } from '@toolwire/fastify';
import { StartupError } from '@toolwire/internal';
import { bodyLeftBy, createAdapterHandler, originForm } from '@toolwire/node/internal';
import type { NestRequest, NestToolServer, ToolsOptions } from './options.ts';
import { requestKey } from './tool-call.ts';

/** What to mount in the app. */
interface Mount {
  readonly path: string;
  readonly server: NestToolServer;
  readonly options: Pick<ToolsOptions, 'principal' | 'values'>;
  /** Rejects if a guard denies the request. */
  readonly gate: (request: object, response: object) => Promise<void>;
}

/** A request of Express. */
interface NestExpressRequest extends ExpressRequest {
  readonly originalUrl: string;
}

/** The adapter of Express, which takes error handlers too. */
interface ExpressApp {
  use(path: string, handler: unknown): unknown;
}

/** The instance of Fastify behind the adapter of Nest. */
interface FastifyApp {
  register(plugin: (app: FastifyApp) => Promise<void>): unknown;
  register(plugin: typeof mountInFastify, options: object): unknown;
  addHook(name: 'preHandler', hook: (request: FastifyHookRequest, reply: object) => Promise<void>): unknown;
}

/** A request of Fastify, with the path of its route as it was registered. */
interface FastifyHookRequest {
  readonly method: string;
  readonly routeOptions: { readonly url?: string | undefined };
}

/** Mounts tools in the app of either platform, after its own middleware. */
export function mount(adapter: HttpServer, tools: Mount): void {
  const platform = adapter.getType();
  if (platform === 'express') return mountInExpressApp(adapter, tools);
  if (platform === 'fastify') return mountInFastifyApp(adapter.getInstance() as FastifyApp, tools);
  throw new StartupError(
    'TW_NEST_PLATFORM',
    `ToolsModule serves Express and Fastify, and this app runs on '${platform}'.`,
  );
}

function mountInExpressApp(app: ExpressApp, { path, server, options, gate }: Mount): void {
  const isServed = createPathTest(server);
  const handle = createAdapterHandler(server, withRequest(options), (request) =>
    bodyLeftBy(request, (request as NestExpressRequest).body),
  );
  const guarded = (request: NestExpressRequest, response: ServerResponse, next: (error?: unknown) => void): void => {
    const { url = '/' } = request;
    // Nest runs no guards for paths without a handler, and Fastify has a route for each path.
    if (!isServed(originForm(url))) return next();
    // Express has removed the path of the tools. Guards and tools see the whole URL, as in Nest's own routes.
    request.url = request.originalUrl;
    const leave = (error?: unknown): void => {
      request.url = url;
      next(error);
    };
    const admitted = isPublic(request.method, url) ? Promise.resolve() : gate(request, response);
    admitted.then(() => handle(request, response, url)).then((handled) => (handled ? undefined : leave()), leave);
  };
  const [, handleError] = mountInExpress(server);
  for (const handler of [guarded, handleError]) app.use(path === '' ? '/' : path, handler);
}

function mountInFastifyApp(app: FastifyApp, { path, server, options, gate }: Mount): void {
  app.register(async (scope) => {
    scope.addHook('preHandler', async (request, reply) => {
      // By the registered path, because a parameter of `path` could look like a public one.
      const { url = '' } = request.routeOptions;
      if (!isPublic(request.method, url.slice(path.length))) await gate(request, reply);
    });
    scope.register(mountInFastify, { prefix: path, server, ...withRequest(options) });
  });
}

/** The options with the request as a value, which the handlers of tools receive. */
function withRequest({ principal, values }: Mount['options']): MountOptions<NestRequest> {
  // 'auth' is the default, except with values, which may belong to a user.
  const caller = principal ?? (values === undefined ? 'auth' : undefined);
  return {
    ...(caller !== undefined && { principal: caller }),
    values: async (request) => [contextEntry(requestKey, request), ...((await values?.(request)) ?? [])],
  };
}
