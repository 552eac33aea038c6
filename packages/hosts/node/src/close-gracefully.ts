import { expectHostedServer } from '@toolwire/core/internal';
import type { HostedServer, StopSteps } from '@toolwire/core/wire';
import { checkNames, mergeOptions, type NamesOf, StartupError, settleAll, settleThen } from '@toolwire/internal';
import { type CloseOnSignalsOptions, closeOnSignals, signalOptionNames } from './close-on-signals.ts';
import { closeServer } from './close-server.ts';
import { type ClosableServer, watchConnections } from './connections.ts';
import { type CloseOptions, checkCloseOptions, readSignalTimes } from './shutdown-times.ts';

/** A tool server with shutdown steps. */
interface StoppableServer extends HostedServer {
  readonly stop?: StopSteps;
}

/** Options of `closeGracefully()`. */
export interface CloseGracefullyOptions extends CloseOnSignalsOptions {
  /** With `false`, SIGTERM and SIGINT are left to the app, which calls the returned function. */
  readonly signals?: false | undefined;
}

const optionNames: NamesOf<CloseGracefullyOptions> = { ...signalOptionNames, signals: true };

/** Closes the server with the times of the options, and runs `onClosed`, without ending the process. */
export type Close = (options?: CloseOptions) => Promise<void>;

/**
 * Shuts an app with tools down gracefully: `closeGracefully(app.listen(3000), tools)`. On SIGTERM and SIGINT, health responds 503, running
 * calls and requests of the app finish, and the process exits with 0. An app of Fastify or Nest closes last, with its shutdown hooks.
 */
export function closeGracefully(
  app: ClosableServer | ServerHolder,
  servers: StoppableServer | readonly StoppableServer[],
  options: CloseGracefullyOptions = {},
): Close {
  const { httpServer, closeApp } = findHttpServer(app);
  checkNames('closeGracefully()', options, optionNames);
  // Throws for invalid times, also without signals.
  readSignalTimes(options);
  const tools = [servers].flat();
  for (const server of tools) expectHostedServer(server);
  const { signals, onClosed, ...times } = options;
  const { graceMs, deadlineMs } = times;
  const connections = watchConnections(httpServer);
  const stop = joinStopSteps(tools.flatMap((server) => server.stop ?? []));
  let closing: Promise<void> | undefined;
  const close: Close = (closeOptions) => {
    // Closes the app also after an engine could not stop: the hooks of the app release other things.
    closing ??= settleThen(closeServer(httpServer, connections, stop, closeOptions), () => closeApp?.());
    return closing;
  };
  let ending: Promise<void> | undefined;
  const end = async (): Promise<void> => void (await onClosed?.());
  // Once, also when the app calls the returned function during a shutdown by a signal.
  const endOnce = (): Promise<void> => (ending ??= end());
  const report = tools.find((server) => server.report !== undefined)?.report;
  const forget = signals === false ? undefined : closeOnSignals({ close, report }, { ...times, onClosed: endOnce });
  return async (closeOptions) => {
    const merged = mergeOptions({ graceMs, deadlineMs }, closeOptions ?? {});
    // Invalid options close nothing, and signals still do.
    checkCloseOptions('close()', merged);
    forget?.();
    await settleThen(close(merged), endOnce);
  };
}

function joinStopSteps(all: readonly StopSteps[]): StopSteps {
  const each = (step: 'announce' | 'endStreams' | 'refuse' | 'interrupt') => () => {
    for (const steps of all) steps[step]();
  };
  return {
    announce: each('announce'),
    endStreams: each('endStreams'),
    refuse: each('refuse'),
    interrupt: each('interrupt'),
    idle: () => settleAll(all.map((steps) => steps.idle())),
  };
}

/** An object that contains an HTTP server: an app of Fastify or Nest, or a server of srvx, which h3, Nitro and Elysia use. */
type ServerHolder =
  | { readonly server: ClosableServer; close(): unknown }
  | { getHttpServer(): ClosableServer; close(): unknown }
  | { readonly node?: { readonly server?: object | undefined } | undefined };

/** A server, and what closes the app around it. */
interface FoundServer {
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
function findHttpServer(value: unknown): FoundServer {
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
