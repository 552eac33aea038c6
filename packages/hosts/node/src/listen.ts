import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ReportThrown, soleCaller } from '@toolwire/core/internal';
import type { HostedServer, MountOptions, StopSteps } from '@toolwire/core/wire';
import { checkNames, checkNumber, type NamesOf } from '@toolwire/internal';
import { closeServer } from './close-server.ts';
import { watchConnections } from './connections.ts';
import { listenerFor } from './node-handler.ts';
import { handleErrorsAndExpectations } from './refused-requests.ts';
import type { CloseOptions } from './shutdown-times.ts';

/** Options of `listen()`. */
export interface ListenOptions extends MountOptions<IncomingMessage> {
  /** 127.0.0.1 by default, which other machines can't reach. */
  readonly host?: string | undefined;
}

/** A server that listens. */
export interface ListeningServer {
  /** Such as `http://127.0.0.1:3000`. */
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  /** Shuts down gracefully: reports unhealthy, waits for running calls until a deadline, and closes. */
  readonly close: (options?: CloseOptions) => Promise<void>;
  /** Logs with the logger of the tool server. */
  readonly report?: ReportThrown | undefined;
}

/** The address of a server by default, which other machines can't reach. */
export const defaultHost = '127.0.0.1';
const defaultPort = 3000;

const optionNames: NamesOf<ListenOptions> = { host: true, principal: true, values: true };

/** Serves tools on a port: 3000 by default, 0 for any free port. */
export async function listen(
  tools: HostedServer & { readonly stop?: StopSteps },
  port: number = defaultPort,
  options: ListenOptions = {},
): Promise<ListeningServer> {
  checkNames('listen()', options, optionNames);
  const { host = defaultHost, ...handling } = options;
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      // More than the usual 60 s of a proxy, so that the proxy closes first.
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 1000,
      // The listener refuses requests without a Host itself, with JSON.
      requireHostHeader: false,
    },
    listenerFor(tools, handling, soleCaller),
  );
  handleErrorsAndExpectations(server);
  const connections = watchConnections(server);
  await bind(server, port, host);
  const bound = server.address() as AddressInfo;
  // With an empty host, Node listens on all addresses.
  const shownHost = host === '' ? bound.address : host;
  return {
    url: `http://${shownHost.includes(':') ? `[${shownHost}]` : shownHost}:${bound.port}`,
    port: bound.port,
    server,
    close: (closeOptions) => closeServer(server, connections, tools.stop, closeOptions),
    report: tools.report,
  };
}

/** Starts a server. Throws helpful errors for an invalid or occupied port. */
async function bind(server: Server, port: number, host: string): Promise<void> {
  // Environment variables are strings: Number(process.env.PORT).
  checkNumber('The port', port, { whole: true, from: 0, to: 65_535 });
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void =>
      reject(error.code === 'EADDRINUSE' ? inUse(error, port) : error);
    server.once('error', fail).listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

function inUse(error: NodeJS.ErrnoException, port: number): Error {
  const message = `Port ${port} is in use: stop the process that listens there, or pass another port (0 for any free port)`;
  return Object.assign(new Error(message, { cause: error }), { code: error.code });
}
