import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Verifier } from '@toolwire/auth';
import type { Logger, ToolDefinition } from '@toolwire/core';
import type { HostPrincipal, HostValues } from '@toolwire/core/internal';
import type { HostedServer } from '@toolwire/core/wire';
import type { KnownException } from '../runners/declare-tests.ts';
import type { RunningServer } from '../runners/running-server.ts';
import type { ResponseSchemas } from '../schemas/response-schemas.ts';

/** Whether tools get the raw body, or the result of the host's parser. */
export type Bodies = 'unread' | 'parsed';

/** A tool server that hosts mount. */
export interface MountedServer extends HostedServer {
  readonly paths: readonly string[];
  /** After `refuse()`, the server refuses calls. */
  readonly stop?: { refuse(): void };
}

/** Options of the server. You can spread them into the options of `createToolServer`. */
export interface HostServerOptions {
  /** The tools that the cases call. */
  readonly tools: readonly ToolDefinition[];
  /** The body limit, which cases exceed, and the timeout of the app's `principal`. */
  readonly limits: { readonly bodyBytes: number; readonly callerMs?: number | undefined };
  /** Records the log, which is searched for secrets at the end. */
  readonly logger: Logger;
  /** Authenticates callers, for cases with credentials. */
  readonly auth: Verifier | undefined;
}

/** Creates the server to mount. The prefix is for hosts that don't cut it off the path; other hosts ignore it. */
export type CreateServer = (options: HostServerOptions, prefix: string) => MountedServer;

export interface ToolMount {
  /** For example `/api/ai`; `/` is the root. */
  readonly prefix: string;
  readonly server: MountedServer;
  /** Returns the principal of a request. The host passes the object that has the result of `signIn` as `user`. */
  readonly principal: HostPrincipal<object>;
  /** Returns the context values of a request. The host passes the same object. */
  readonly values: HostValues<object>;
}

/** Node middleware, as in Express. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** The app to build around the tools. */
export interface HostApp {
  /** The body parser in front of the tools, with its limit in bytes; none if bodies stay unread. */
  readonly parser: { readonly limit: number } | undefined;
  /** Headers that the app sets on every response, before all other middleware. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** Returns the user name, after the parser. The app responds with 401 if it is `undefined`. */
  readonly signIn: (authorization: string | undefined) => Promise<string | undefined>;
  readonly mounts: readonly ToolMount[];
  /** The app's routes. Each responds with JSON: its `path`, and the `body` that the app has read, or null. */
  readonly routes: readonly string[];
  /** Sets `headers`, as Node middleware. */
  readonly front: Middleware;
  /** Calls `signIn`, and adds its result to the request as `user`. */
  readonly guard: Middleware;
  /** Serves `routes`. */
  readonly back: Middleware;
}

/** Starts an app on the host under test. */
export type MountHost = (app: HostApp) => RunningServer | Promise<RunningServer>;

export interface HostSubject {
  readonly mount: MountHost;
  readonly createServer: CreateServer;
  /** The compiled response schemas, shared by all cases of the host. */
  readonly schemas: ResponseSchemas;
}

export interface HostOptions {
  /** Creates the server to mount: `(options) => createToolServer({ ...options, wires: [otc()], validator: ajv() })`. */
  readonly createServer: CreateServer;
  /** How bodies can reach the tools. A host without a body parser has only `unread`. */
  readonly bodies?: readonly Bodies[] | undefined;
  /**
   * `sample` runs the cases of the standard that a host can break, and one case of every other group. That is enough for a change that
   * does not affect hosts. Default: `all`.
   */
  readonly cases?: 'all' | 'sample' | undefined;
  /** Cases of either suite that cannot pass on this host. Each is run, and fails if it passes. */
  readonly exceptions?: readonly HostException[] | undefined;
}

/** Cases that cannot pass on a host, and the reason. */
export interface HostException extends KnownException {
  /** Limits the exception to one way in which bodies reach the tools. */
  readonly bodies?: Bodies;
}
