import { StartupError } from '@toolwire/internal';
import type { ClosableServer } from './connections.ts';

/** An object that contains an HTTP server: an app of Fastify or Nest, or a server of srvx, which h3, Nitro and Elysia use. */
export type ServerHolder =
  | { readonly server: ClosableServer; close(): unknown }
  | { getHttpServer(): ClosableServer; close(): unknown }
  | { readonly node?: { readonly server?: object | undefined } | undefined };

/** A server, and what closes the app around it. */
export interface FoundServer {
  readonly httpServer: ClosableServer;
  /** Runs the shutdown hooks of the app. */
  readonly closeApp?: (() => unknown) | undefined;
}

type AnyHolder = Partial<ClosableServer> & {
  readonly server?: unknown;
  readonly node?: { readonly server?: unknown } | undefined;
  getHttpServer?(): unknown;
};

/** Finds the HTTP server in an argument. Throws an error that shows what to pass if the argument has no server. */
export function findHttpServer(value: unknown): FoundServer {
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
  throw new StartupError(
    'TW_ARGUMENTS',
    'The first argument must be the listening server: closeGracefully(app.listen(3000), tools). With Fastify and Nest, pass the app: closeGracefully(app, tools).',
  );
}

function isHttpServer(value: unknown): value is ClosableServer {
  const { close, prependListener } = (value ?? {}) as Partial<ClosableServer>;
  return typeof close === 'function' && typeof prependListener === 'function';
}
