import { kindOf, StartupError } from '@toolwire/internal';
import { releaseLine } from '../release-line.ts';
import type { HttpResponse, UniversalHandler } from './http.ts';

/** Reads a header of a request by its lower-case name. */
export type ReadHeader = (name: string) => string | undefined;

/** Logs an error of a host, without the credentials in the headers of the request. */
export type ReportThrown = (thrown: unknown, message: string, header?: ReadHeader) => void;

/** The steps of a graceful shutdown; each includes the ones before. */
export interface StopSteps {
  /** Reports unhealthy, so that load balancers stop sending calls. Calls are still accepted. */
  readonly announce: () => void;
  /** Ends open-ended streams, such as change notifications. Calls are still accepted. */
  readonly endStreams: () => void;
  /** Refuses new calls with a retry delay. Running calls continue. */
  readonly refuse: () => void;
  /** Aborts the signals of running calls, and reports that to their callers. */
  readonly interrupt: () => void;
  /** Resolves when all work without a connection has ended. */
  readonly idle: () => Promise<void>;
}

/** The parts of a tool server that hosts need. */
export interface HostedServer {
  readonly handle: UniversalHandler;
  /** The paths of the server. Without them, a request is the server's until `handle` returns `undefined`. */
  readonly paths?: readonly string[] | undefined;
  readonly report?: ReportThrown | undefined;
  /** The timeout of the app's `principal` and `values`, in milliseconds; no limit by default. */
  readonly callerMs?: number | undefined;
  /** How long a caller may read nothing of its response, in milliseconds. */
  readonly writeStallMs?: number | undefined;
  /** Receives the release line of the host. */
  readonly hostedBy?: ((releaseLine: string) => void) | undefined;
}

/** The path of the metadata of a protected resource (RFC 9728). The path of the resource may follow it. */
export const protectedResourcePath = '/.well-known/oauth-protected-resource';

/**
 * Whether a request never has credentials: browsers send preflights without them, and clients read the metadata of a protected resource
 * before they sign in (RFC 9728).
 */
export function isPublic(method: string | undefined, url: string): boolean {
  if (method === 'OPTIONS') return true;
  return (method === 'GET' || method === 'HEAD') && isAtOrBelow(url, protectedResourcePath);
}

function isAtOrBelow(url: string, path: string): boolean {
  return url.startsWith(path) && ['', '/', '?'].includes(url.charAt(path.length));
}

/** Throws unless the value is a tool server. Passes the host's release line to the server. */
export function expectHostedServer(server: unknown): void {
  // Apps of Express and connect have a `handle` too.
  if (isApp(server)) {
    throw new StartupError(
      'TW_ARGUMENTS',
      "Expected a tool server, got the app of a web framework. Pass the server that toolwire({ … }) or createToolServer({ … }) returns. For example: app.use('/ai', mountTools(server))",
    );
  }
  const hosted = server as HostedServer | null | undefined;
  if (typeof hosted?.handle === 'function') return hosted.hostedBy?.(releaseLine);
  throw new StartupError(
    'TW_NOT_A_TOOL_SERVER',
    `Expected a tool server from toolwire({ … }) or createToolServer({ … }), got ${kindOf(server)}`,
  );
}

/** Whether a value takes middleware or plugins, as apps and routers of Express, Koa, Hono and Fastify do. */
function isApp(value: unknown): boolean {
  const { use, register } = (value ?? {}) as { readonly use?: unknown; readonly register?: unknown };
  return typeof use === 'function' || typeof register === 'function';
}

/** A header that a host has set, in the forms of Node. */
type HostHeader = string | number | readonly string[] | undefined;

/**
 * The headers to set on a response with headers of the host. Headers of the host win, except `content-type`, which describes the body of
 * the tools. `vary` is joined, because a cache needs the names of both.
 */
export function headersOverHost(
  headers: HttpResponse['headers'],
  hostHeader: (name: string) => HostHeader,
): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name] as string;
    const known = hostHeader(name);
    if (known === undefined || name === 'content-type') merged[name] = value;
    else if (name === 'vary') merged[name] = joinNames([known, value].flat().join(','));
  }
  return merged;
}

/** Joins the names of a list once each; in headers, case makes no difference. */
function joinNames(list: string): string {
  const names = list.split(',').map((name) => name.trim());
  const byLowerCase = new Map(names.flatMap((name) => (name === '' ? [] : [[name.toLowerCase(), name] as const])));
  return [...byLowerCase.values()].join(', ');
}
