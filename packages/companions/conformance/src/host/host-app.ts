import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Verifier } from '@toolwire/auth';
import type { Logger, ToolDefinition } from '@toolwire/core';
import type { HostedServer, HostPrincipal, HostValues } from '@toolwire/core/wire';
import type { RunningServer } from '../running-server.ts';
import type { WireSchemas } from '../schemas/wire-schemas.ts';

/** Whether tools find a body as it came, or read by the host's own parser in front of them. */
export type Bodies = 'unread' | 'parsed';

/** A tool server as hosts mount it. */
export interface MountedServer extends HostedServer {
  readonly paths: readonly string[];
  /** Steps towards a stop: from `refuse()` on, calls are refused. */
  readonly stop?: { refuse(): void };
}

/** What a server is made of; may be spread into the options of `createToolServer`. */
export interface HostServerOptions {
  /** The tools that the cases call. */
  readonly tools: readonly ToolDefinition[];
  /** The longest body, which the cases go beyond, and how long an app may take to say who calls. */
  readonly limits: { readonly bodyBytes: number; readonly callerMs?: number | undefined };
  /** Keeps what is logged, so that it can be searched for secrets in the end. */
  readonly logger: Logger;
  /** Who may call and list; everybody where it is left out. */
  readonly auth?: Verifier | undefined;
}

/** Makes the server to mount. The prefix is for hosts that do not cut it from the path; all others ignore it. */
export type CreateServer = (options: HostServerOptions, prefix: string) => MountedServer;

/** Tools to mount under a path. */
export interface ToolMount {
  /** Such as `/api/ai`; `/` is the root. */
  readonly prefix: string;
  readonly server: MountedServer;
  /** Who calls: reads `user` of whatever the answer of `signIn` was put on. */
  readonly principal: HostPrincipal<object>;
  /** What to hand to tools along with a request: reads `user` as well. */
  readonly values: HostValues<object>;
}

/** Node's middleware, as Express and its kin take it. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** The app to build around the tools: what is in front of them, where they are mounted, and what comes after them. */
export interface HostApp {
  readonly bodies: Bodies;
  /** The body parser to put in front of the tools, and its limit in bytes; none where bodies stay unread. */
  readonly parser: { readonly limit: number } | undefined;
  /** Headers that the app sets on every answer, in front of everything. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** Says who calls, behind the parser; a caller for whom it is `undefined` is answered 401 by the app. */
  readonly signIn: (authorization: string | undefined) => Promise<string | undefined>;
  readonly mounts: readonly ToolMount[];
  /** The app's own addresses: each answers JSON with its `path` and the `body` that the app has read, or null. */
  readonly routes: readonly string[];
  /** `headers`, `signIn` and `routes` as middleware, for hosts that take Node's; `guard` puts `user` on the request. */
  readonly front: Middleware;
  readonly guard: Middleware;
  readonly back: Middleware;
}

/** Starts an app on the host under test. */
export type MountHost = (app: HostApp) => RunningServer | Promise<RunningServer>;

/** A host to check: how to mount on it, and how to make what is mounted. */
export interface HostSubject {
  readonly mount: MountHost;
  readonly createServer: CreateServer;
  /** The wire's schemas, compiled once for all cases of the host. */
  readonly schemas: WireSchemas;
}
