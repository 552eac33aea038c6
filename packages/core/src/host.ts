import { kindOf, StartUpError } from '@toolwire/internal';
import type { UniversalHandler } from './http.ts';

/** Writes what was thrown around the tools to the log of their server. */
export type ReportThrown = (thrown: unknown, message: string) => void;

/** A tool server, as far as every host needs it. */
export interface HostedServer {
  readonly handle: UniversalHandler;
  readonly report?: ReportThrown | undefined;
  /** After how many milliseconds a caller who takes nothing of an answer is cut off. */
  readonly writeStallMs?: number | undefined;
}

/** Throws, in words for whoever mounts tools, unless this is a tool server. */
export function expectHostedServer(server: unknown): void {
  if (typeof (server as HostedServer | null | undefined)?.handle === 'function') return;
  throw new StartUpError(
    'TW_NOT_A_TOOL_SERVER',
    `Tools are served by what createToolServer({ … }) or toolwire({ … }) returned, and this is ${kindOf(server)}`,
  );
}
