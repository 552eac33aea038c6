import { StartUpError } from '@toolwire/internal';
import type { ClosableServer } from './connections.ts';

/** What a framework hands out instead of its server: an app of Fastify or Nest, or a server of srvx, as h3, Nitro and Elysia have it. */
export type ServerHolder =
  | { readonly server: ClosableServer; close(): unknown }
  | { getHttpServer(): ClosableServer; close(): unknown }
  | { readonly node?: { readonly server?: object | undefined } | undefined };

/** A server, and what closes the app around it. */
export interface HandedOut {
  readonly httpServer: ClosableServer;
  /** Runs the shutdown hooks of the app. */
  readonly closeApp?: (() => unknown) | undefined;
}

type AnyHolder = Partial<ClosableServer> & {
  readonly server?: unknown;
  readonly node?: { readonly server?: unknown } | undefined;
  getHttpServer?(): unknown;
};

/** Finds the HTTP server in what the app passes. Throws a helpful error if there is none. */
export function findHttpServer(value: unknown): HandedOut {
  if (isHttpServer(value)) return { httpServer: value };
  const holder = (value ?? {}) as AnyHolder;
  // An app closes after its server, and runs its shutdown hooks then.
  const close = holder.close as (() => unknown) | undefined;
  if (typeof close === 'function') {
    const httpServer = typeof holder.getHttpServer === 'function' ? holder.getHttpServer() : holder.server;
    if (isHttpServer(httpServer)) return { httpServer, closeApp: () => close.call(holder) };
  }
  const httpServer = holder.node?.server;
  if (isHttpServer(httpServer)) return { httpServer };
  throw new StartUpError(
    'TW_ARGUMENTS',
    'The first argument must be the listening server: closeGracefully(app.listen(3000), tools). With Fastify and Nest, pass the app: closeGracefully(app, tools).',
  );
}

function isHttpServer(value: unknown): value is ClosableServer {
  const { close, prependListener } = (value ?? {}) as Partial<ClosableServer>;
  return typeof close === 'function' && typeof prependListener === 'function';
}
