import { kindOf, StartUpError } from '@toolwire/internal';
import { compatibleRelease } from './compatible-release.ts';
import type { UniversalHandler } from './http.ts';

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
  readonly report?: ReportThrown | undefined;
  /** The timeout of the app's `principal` and `values`, in milliseconds; no limit by default. */
  readonly callerMs?: number | undefined;
  /** How long a caller may read nothing of its response, in milliseconds. */
  readonly writeStallMs?: number | undefined;
  /** Receives the release of the host. */
  readonly hostedBy?: ((compatibleRelease: string) => void) | undefined;
}

/** Throws unless the value is a tool server. Passes the host's release to the server. */
export function expectHostedServer(server: unknown): void {
  // Apps of Express and connect have a `handle` too.
  if (isApp(server)) {
    throw new StartUpError(
      'TW_ARGUMENTS',
      "Expected a tool server, got the app of a web framework. Pass the server that toolwire({ … }) or createToolServer({ … }) returns, such as app.use('/ai', mountTools(server))",
    );
  }
  const hosted = server as HostedServer | null | undefined;
  if (typeof hosted?.handle === 'function') return hosted.hostedBy?.(compatibleRelease);
  throw new StartUpError(
    'TW_NOT_A_TOOL_SERVER',
    `Expected a tool server from toolwire({ … }) or createToolServer({ … }), got ${kindOf(server)}`,
  );
}

/** Whether a value takes middleware or plugins, as apps and routers of Express, Koa, Hono and Fastify do. */
function isApp(value: unknown): boolean {
  const { use, register } = (value ?? {}) as { readonly use?: unknown; readonly register?: unknown };
  return typeof use === 'function' || typeof register === 'function';
}
