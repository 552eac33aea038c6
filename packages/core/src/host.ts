import { kindOf, StartUpError } from '@toolwire/internal';
import type { UniversalHandler } from './http.ts';
import { releaseLine } from './release-line.ts';

/** Reads a header of a request by its lower-case name. */
export type ReadHeader = (name: string) => string | undefined;

/** Writes what was thrown around the tools to the log of their server, without the credentials in the headers of the request. */
export type ReportThrown = (thrown: unknown, message: string, header?: ReadHeader) => void;

/** The steps of a stop that loses no call; each goes further than the one before. */
export interface StopSteps {
  /** Reports as not healthy, so that load balancers look elsewhere; calls are still taken. */
  readonly announce: () => void;
  /** Ends what has no end of its own, such as streams that tell of changes; calls are still taken. */
  readonly endStreams: () => void;
  /** Refuses new calls, and says when to come back; calls that run go on. */
  readonly refuse: () => void;
  /** Ends calls that still run: their signals abort, and their callers are told. */
  readonly interrupt: () => void;
  /** Resolves when nothing runs any more that goes on without its caller, and so without a connection. */
  readonly idle: () => Promise<void>;
}

/** A tool server, as far as every host needs it. */
export interface HostedServer {
  readonly handle: UniversalHandler;
  readonly report?: ReportThrown | undefined;
  /** How many milliseconds the app may take to say who calls, and what it hands along; any number if left out. */
  readonly callerMs?: number | undefined;
  /** After how many milliseconds a caller who takes nothing of an answer is cut off. */
  readonly writeStallMs?: number | undefined;
  /** Hears of which releases a host is that serves it. */
  readonly hostedBy?: ((releaseLine: string) => void) | undefined;
}

/** Throws, in words for whoever mounts tools, unless this is a tool server; one that wants to hear of it learns of which releases its host is. */
export function expectHostedServer(server: unknown): void {
  const hosted = server as HostedServer | null | undefined;
  if (typeof hosted?.handle === 'function') return hosted.hostedBy?.(releaseLine);
  throw new StartUpError(
    'TW_NOT_A_TOOL_SERVER',
    `Tools are served by what createToolServer({ … }) or toolwire({ … }) returned, and this is ${kindOf(server)}`,
  );
}
