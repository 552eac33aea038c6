import type { HttpServer } from '@nestjs/common';
import { contextEntry } from '@toolwire/core';
import type { MountOptions } from '@toolwire/core/wire';
import { mountTools as mountInExpress } from '@toolwire/express';
import { mountTools as mountInFastify } from '@toolwire/fastify';
import { StartUpError } from '@toolwire/internal';
import type { NestRequest, NestToolServer, ToolsOptions } from './options.ts';
import { requestKey } from './tool-call.ts';

/** What to mount in the app. */
export interface Mount {
  readonly path: string;
  readonly server: NestToolServer;
  readonly options: Pick<ToolsOptions, 'principal' | 'values'>;
  /** Rejects if a guard denies the request. */
  readonly gate: (request: object, response: object) => Promise<void>;
}

/** The adapter of Express, which takes error handlers too. */
interface ExpressApp {
  use(path: string, handler: unknown): unknown;
}

/** The instance of Fastify behind the adapter of Nest. */
interface FastifyApp {
  register(plugin: (app: FastifyApp) => Promise<void>): unknown;
  register(plugin: typeof mountInFastify, options: object): unknown;
  addHook(name: 'preHandler', hook: (request: object, reply: object) => Promise<void>): unknown;
}

/** Mounts tools in the app of either platform, after its own middleware. */
export function mount(adapter: HttpServer, { path, server, options, gate }: Mount): void {
  const platform = adapter.getType();
  if (platform === 'express') {
    const guard = (request: object, response: object, next: (error?: unknown) => void): void => {
      gate(request, response).then(() => next(), next);
    };
    const base = path === '' ? '/' : path;
    const app: ExpressApp = adapter;
    for (const handler of [guard, ...mountInExpress(server, withRequest(options) as object)]) {
      app.use(base, handler);
    }
    return;
  }
  if (platform === 'fastify') {
    const app = adapter.getInstance() as FastifyApp;
    app.register(async (scope) => {
      scope.addHook('preHandler', gate);
      scope.register(mountInFastify, { prefix: path, server, ...withRequest(options) });
    });
    return;
  }
  throw new StartUpError(
    'TW_NEST_PLATFORM',
    `ToolsModule serves Express and Fastify, and this app runs on '${platform}'.`,
  );
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
