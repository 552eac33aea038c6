import { type ContextEntry, type ContextValues, contextValues, noContextValues } from './context-key.ts';
import type { UniversalHandler } from './http.ts';
import { isPromise, type MaybePromise } from './maybe-promise.ts';

/** Writes what was thrown around the tools to the log of their server. */
export type ReportThrown = (thrown: unknown, message: string) => void;

/** A tool server, as far as every host needs it. */
export interface HostedServer {
  readonly handle: UniversalHandler;
  readonly report?: ReportThrown | undefined;
}

/** What an app hands to tools along with each request, such as the signed-in user; a promise of it is waited for. */
export type HostContext<Request> = (request: Request) => MaybePromise<readonly ContextEntry[]>;

/** Reads the values of a request; `more` are entries that are known already. */
export type ReadValues<Request> = (request: Request, more?: readonly ContextEntry[]) => MaybePromise<ContextValues>;

/** Makes the reader of an app's `context` for a host: what it throws is told to the server's log, and goes on to the app. */
export function valuesReader<Request>(
  server: HostedServer,
  context: HostContext<Request> | undefined,
): ReadValues<Request> {
  expectHostedServer(server);
  if (context === undefined) return (_request, more) => (more === undefined ? noContextValues : valuesOf(more));
  if (typeof context !== 'function') throw new TypeError(`\`context\` must be a function, not ${kindOf(context)}`);
  const fail = (thrown: unknown): never => {
    server.report?.(thrown, 'The `context` of the app has thrown, and the request was not served');
    throw thrown;
  };
  return (request, more) => {
    try {
      const entries = context(request);
      return isPromise(entries) ? entries.then((late) => joined(late, more)).catch(fail) : joined(entries, more);
    } catch (thrown) {
      return fail(thrown);
    }
  };
}

/** Throws, in words for whoever mounts tools, unless this is a tool server. */
export function expectHostedServer(server: unknown): void {
  if (typeof (server as HostedServer | null | undefined)?.handle === 'function') return;
  throw new TypeError(
    `Tools are served by what createToolServer({ … }) or toolwire({ … }) returned, and this is ${kindOf(server)}`,
  );
}

function joined(entries: readonly ContextEntry[], more: readonly ContextEntry[] | undefined): ContextValues {
  if (!isList(entries)) {
    throw new TypeError(`\`context\` must answer a list such as [contextEntry(key, value)], not ${kindOf(entries)}`);
  }
  return valuesOf(more === undefined ? entries : [...entries, ...more]);
}

function valuesOf(entries: readonly ContextEntry[]): ContextValues {
  return entries.length === 0 ? noContextValues : contextValues(entries);
}

function isList(value: unknown): boolean {
  return Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return 'a list';
  if (isPromise(value)) return 'a promise, to be awaited first';
  return typeof value === 'object' ? 'another object' : `a ${typeof value}`;
}
