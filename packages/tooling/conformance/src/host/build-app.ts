import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Verifier } from '@toolwire/auth';
import { contextEntry, type Logger, type ToolDefinition } from '@toolwire/core';
import type { HostPrincipal, HostValues } from '@toolwire/core/internal';
import { anonymousUser, namedUser, userOf } from './app-functions.ts';
import type { Bodies, CreateServer, HostApp, Middleware, MountedServer, ToolMount } from './host-app.ts';
import type { HostTools } from './host-tools.ts';

/** The parts of the app that one case sets. */
export interface AppPlan {
  /** `/api/ai` by default. */
  readonly prefixes?: readonly string[];
  /** The host tools by default. */
  readonly tools?: readonly ToolDefinition[];
  /** A server of the case, mounted at the root instead of the tools. */
  readonly server?: MountedServer;
  readonly headers?: HostApp['headers'];
  /** Returns the user name, or `undefined` to reject the caller. Default: every caller is `anonymous`. */
  readonly signIn?: (authorization: string | undefined) => string | undefined;
  /** The delay of `signIn`, like a session store's. Default: 1 ms. */
  readonly signInMs?: number;
  /** Returns the principal. Default: one with the user name as its ID, or none for `anonymous`. */
  readonly principal?: HostPrincipal<string>;
  /** The context values of the tools. Default: the user name. */
  readonly values?: HostValues<string>;
  /** The delay of `values`, like a database's. Default: none. */
  readonly valuesMs?: number;
  /** The authentication of the tool server. Default: none. */
  readonly auth?: Verifier;
  /** The logger of the tool server. Default: none. */
  readonly logger?: Logger;
  /** The limit of the app's body parser. Default: 1 MiB. */
  readonly parserBytes?: number;
  /** The body limit of the tool server. Default: 1 MiB. */
  readonly bodyBytes?: number;
  /** How long the tool server waits for `principal`. Default: the server's default. */
  readonly callerMs?: number;
}

export const toolsPrefix = '/api/ai';

const mebibyte = 1024 * 1024;

const discard = (): void => undefined;

/** Discards the log of servers whose tools fail on purpose. */
const quietLogger: Logger = { debug: discard, info: discard, warn: discard, error: discard };

/** The routes of the app: outside the mounts, below them, and with similar names. */
export const ownRoutes: readonly string[] = ['/own', '/api/ai/own', '/api/ai/toolshed', '/api/aid'];

/** Builds the app of a plan. */
export function buildApp(plan: AppPlan, bodies: Bodies, hostTools: HostTools, createServer: CreateServer): HostApp {
  const { prefixes = [toolsPrefix], headers = {}, signInMs = 1, valuesMs, auth, callerMs } = plan;
  const { principal = namedUser, values = (user: string) => [contextEntry(hostTools.user, user)] } = plan;
  const { logger = quietLogger, parserBytes = mebibyte, bodyBytes = mebibyte } = plan;

  const signIn: HostApp['signIn'] = async (authorization) => {
    // The body must still be readable after the delay.
    if (signInMs > 0) await wait(signInMs);
    return plan.signIn === undefined ? anonymousUser : plan.signIn(authorization);
  };
  const mount = (prefix: string, server: MountedServer): ToolMount => ({
    prefix,
    server,
    principal: (signedIn) => principal(userOf(signedIn)),
    values: (signedIn) =>
      valuesMs === undefined ? values(userOf(signedIn)) : wait(valuesMs).then(() => values(userOf(signedIn))),
  });
  const serverAt = (prefix: string): MountedServer => {
    const { tools = hostTools.definitions(prefix) } = plan;
    return createServer({ tools, limits: { bodyBytes, callerMs }, logger, auth }, prefix === '/' ? '' : prefix);
  };
  return {
    parser: bodies === 'parsed' ? { limit: parserBytes } : undefined,
    headers,
    signIn,
    mounts:
      plan.server === undefined ? prefixes.map((prefix) => mount(prefix, serverAt(prefix))) : [mount('/', plan.server)],
    routes: ownRoutes,
    front: (_request, response, next) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      next();
    },
    guard: guardOf(signIn),
    back: serveOwnRoutes,
  };
}

function guardOf(signIn: HostApp['signIn']): Middleware {
  return (request, response, next) => {
    void signIn(request.headers.authorization).then((user) => {
      if (user === undefined) {
        response.writeHead(401, { 'content-type': 'text/plain' }).end('Please sign in');
        return;
      }
      Object.assign(request, { user });
      next();
    });
  };
}

function serveOwnRoutes(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  // Express and similar frameworks cut the mount path off `url`.
  const { originalUrl = request.url ?? '/', body = null } = request as { originalUrl?: string; body?: unknown };
  const path = originalUrl.split('?')[0] ?? originalUrl;
  if (!ownRoutes.includes(path)) return next();
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ path, body }));
}
