import { expectHostedServer, type HostedServer, type StopSteps } from '@toolwire/core/wire';
import { checkNames, type NamesOf, StartUpError } from '@toolwire/internal';
import { type CloseOnSignalsOptions, closeOnSignals } from './close-on-signals.ts';
import { type CloseOptions, closeServer } from './close-server.ts';
import { type ClosableServer, watchConnections } from './connections.ts';

/** A tool server that can be stopped step by step. */
export interface StoppableServer extends HostedServer {
  readonly stop?: StopSteps;
}

/** When and how the server of an app is closed. */
export interface CloseGracefullyOptions extends Omit<CloseOnSignalsOptions, 'signals'> {
  /** Which signals stop the process; SIGTERM and SIGINT if left out. With `false`, none do: call what was answered. */
  readonly signals?: readonly NodeJS.Signals[] | false | undefined;
}

const optionNames: NamesOf<CloseGracefullyOptions> = {
  signals: true,
  graceMs: true,
  deadlineMs: true,
  hardLimitMs: true,
  onClosed: true,
};

/** Closes the server without a signal, and leaves the process running. */
export type Close = (options?: CloseOptions) => Promise<void>;

/**
 * Stops an app that serves tools without losing a call: `closeGracefully(app.listen(3000), tools)`. On SIGTERM and
 * SIGINT, health says no, running calls and the app's own requests are answered, and the process exits with 0.
 */
export function closeGracefully(
  httpServer: ClosableServer,
  servers: StoppableServer | readonly StoppableServer[],
  options: CloseGracefullyOptions = {},
): Close {
  expectHttpServer(httpServer);
  checkNames('closeGracefully()', options, optionNames);
  const tools = [servers].flat();
  for (const server of tools) expectHostedServer(server);
  const { signals, ...onSignals } = options;
  const connections = watchConnections(httpServer);
  const stop = joined(tools.flatMap((server) => server.stop ?? []));
  let closing: Promise<void> | undefined;
  const close: Close = (closeOptions) => (closing ??= closeServer(httpServer, connections, stop, closeOptions));
  if (signals === false) return close;
  const report = tools.find((server) => server.report !== undefined)?.report;
  const forget = closeOnSignals({ close, report }, signals === undefined ? onSignals : { ...onSignals, signals });
  return (closeOptions) => {
    forget();
    return close(closeOptions);
  };
}

function joined(all: readonly StopSteps[]): StopSteps {
  const each = (step: 'announce' | 'endStreams' | 'refuse' | 'interrupt') => () => {
    for (const steps of all) steps[step]();
  };
  return {
    announce: each('announce'),
    endStreams: each('endStreams'),
    refuse: each('refuse'),
    interrupt: each('interrupt'),
    idle: async () => {
      await Promise.all(all.map((steps) => steps.idle()));
    },
  };
}

/** Throws, in words for whoever wrote the line, when the app itself was passed, or the tool server first. */
function expectHttpServer(value: unknown): void {
  const { close, prependListener } = (value ?? {}) as Partial<ClosableServer>;
  if (typeof close === 'function' && typeof prependListener === 'function') return;
  throw new StartUpError(
    'TW_ARGUMENTS',
    'Pass the server that listens first: closeGracefully(app.listen(3000), tools); with Fastify that is app.server',
  );
}
