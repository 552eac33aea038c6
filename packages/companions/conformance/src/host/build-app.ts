import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Verifier } from '@toolwire/auth';
import { contextEntry, type Logger, type MaybePromise, type ToolDefinition } from '@toolwire/core';
import type { HostPrincipal, HostValues } from '@toolwire/core/wire';
import type { Bodies, CreateServer, HostApp, Middleware, MountedServer, ToolMount } from './host-app.ts';
import type { HostTools } from './host-tools.ts';
import { quietLogger } from './quiet-logger.ts';

/** What one case wants of the app; all of it has a default. */
export interface AppPlan {
  /** `/api/ai` by default. */
  readonly prefixes?: readonly string[];
  /** The host tools by default. */
  readonly tools?: readonly ToolDefinition[];
  /** A server of the case's own, mounted at the root in place of tools. */
  readonly server?: MountedServer;
  readonly headers?: HostApp['headers'];
  /** Who is let in, under which name; everybody as `nobody` by default. */
  readonly signIn?: (authorization: string | undefined) => string | undefined;
  /** How long that takes, as a look into a session store does; 1 ms by default. */
  readonly signInMs?: number;
  /** Who calls; the user by its name by default, and `nobody` is nobody. */
  readonly principal?: HostPrincipal<string>;
  /** How long that takes, as a look into a database does; it is there at once by default. */
  readonly principalMs?: number;
  /** What is handed to tools; the user's name by default. */
  readonly values?: HostValues<string>;
  /** How long that takes, as a look into a database does; it is there at once by default. */
  readonly valuesMs?: number;
  /** Whom the tools themselves let in; everybody by default. */
  readonly auth?: Verifier;
  /** Where the tools' server logs; nowhere by default. */
  readonly logger?: Logger;
  /** The limit of the app's own parser; 1 MiB by default. */
  readonly parserBytes?: number;
  /** The limit of the tools' server; 1 MiB by default. */
  readonly bodyBytes?: number;
  /** How long the tools' server waits to be told who calls; as long as the server does by itself by default. */
  readonly callerMs?: number;
}

/** Where tools are mounted unless a plan says otherwise. */
export const toolsPrefix = '/api/ai';

const mebibyte = 1024 * 1024;

/** The addresses that every app serves itself: beside the mounts, below them, and almost of the same name. */
export const ownRoutes: readonly string[] = ['/own', '/api/ai/own', '/api/ai/toolshed', '/api/aid'];

/** Turns a plan into the app that a host is asked to build. */
export function buildApp(plan: AppPlan, bodies: Bodies, hostTools: HostTools, createServer: CreateServer): HostApp {
  const { prefixes = [toolsPrefix], headers = {}, parserBytes = mebibyte, bodyBytes = mebibyte } = plan;
  const { values = (user: string) => [contextEntry(hostTools.user, user)], valuesMs } = plan;
  const { principal = namedUser, principalMs } = plan;

  const signIn: HostApp['signIn'] = async (authorization) => {
    const { signInMs = 1 } = plan;
    // Bodies must still be there afterwards.
    if (signInMs > 0) await wait(signInMs);
    return plan.signIn === undefined ? 'nobody' : plan.signIn(authorization);
  };
  const mount = (prefix: string, server: MountedServer): ToolMount => ({
    prefix,
    server,
    principal: after(principalMs, principal),
    values: after(valuesMs, values),
  });
  const serverAt = (prefix: string): MountedServer => {
    const { tools = hostTools.definitions(prefix), auth, logger = quietLogger, callerMs } = plan;
    const options = { tools, limits: { bodyBytes, callerMs }, logger };
    return createServer(auth === undefined ? options : { ...options, auth }, prefix === '/' ? '' : prefix);
  };
  return {
    bodies,
    parser: bodies === 'parsed' ? { limit: parserBytes } : undefined,
    headers,
    signIn,
    mounts: plan.server === undefined ? prefixes.map((at) => mount(at, serverAt(at))) : [mount('/', plan.server)],
    routes: ownRoutes,
    front: (_request, response, next) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      next();
    },
    guard: guardOf(signIn),
    back: answerOwn,
  };
}

/** Reads the user of a request for what a plan says, at once or after some time. */
function after<T>(
  ms: number | undefined,
  read: (user: string) => MaybePromise<T>,
): (signedIn: object) => MaybePromise<T> {
  return (signedIn) => {
    const { user } = signedIn as { user: string };
    return ms === undefined ? read(user) : wait(ms).then(() => read(user));
  };
}

const namedUser: HostPrincipal<string> = (user) => (user === 'nobody' ? undefined : { id: user });

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

function answerOwn(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  // What Express and its kin leave there where they cut the path.
  const { originalUrl = request.url ?? '/', body = null } = request as { originalUrl?: string; body?: unknown };
  const path = originalUrl.split('?')[0] ?? originalUrl;
  if (!ownRoutes.includes(path)) return next();
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ path, body }));
}
