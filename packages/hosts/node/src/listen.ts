import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HostedServer, type ReportThrown, soleCaller } from '@toolwire/core/wire';
import { checkNames, type NamesOf, StartUpError } from '@toolwire/internal';
import { answerUnreadable } from './answer-unreadable.ts';
import { bind } from './bind.ts';
import { type CloseOptions, closeServer, type StopSteps } from './close-server.ts';
import { watchConnections } from './connections.ts';
import type { NodeHandlerOptions } from './node-handler.ts';
import { listenerFor } from './node-listener.ts';

/** Where and how to listen. */
export interface ListenOptions extends NodeHandlerOptions {
  /** 3000 if left out; 0 lets the system choose. */
  readonly port?: number;
  /** 127.0.0.1 if left out: nobody else on the network can call. */
  readonly host?: string;
}

/** A server that listens. */
export interface ListeningServer {
  /** Such as `http://127.0.0.1:3000`. */
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  /** Reports as not healthy, lets running calls finish up to a deadline, and closes. */
  readonly close: (options?: CloseOptions) => Promise<void>;
  /** Writes to the log of the tools' server, where it has one. */
  readonly report?: ReportThrown | undefined;
}

const optionNames: NamesOf<ListenOptions> = {
  port: true,
  host: true,
  parsedBody: true,
  principal: true,
  values: true,
};

/** Serves the tools alone on a port, with timeouts chosen on purpose. */
export async function listen(
  tools: HostedServer & { readonly stop?: StopSteps },
  options: ListenOptions = {},
): Promise<ListeningServer> {
  if (typeof options !== 'object') {
    throw new StartUpError('TW_ARGUMENTS', 'Pass the port and the host by name: listen(server, { port })');
  }
  checkNames('listen()', options, optionNames);
  const { port = 3000, host = '127.0.0.1', ...handling } = options;
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      // Above the usual 60 s of a proxy in front, so that the proxy is the one to close.
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 1000,
      // Node would refuse a request without a Host in no shape of ours; the listener does it instead.
      requireHostHeader: false,
    },
    listenerFor(tools, handling, soleCaller),
  );
  answerUnreadable(server);
  const connections = watchConnections(server);
  await bind(server, port, host);
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    port: bound,
    server,
    close: (closeOptions) => closeServer(server, connections, tools.stop, closeOptions),
    report: tools.report,
  };
}
