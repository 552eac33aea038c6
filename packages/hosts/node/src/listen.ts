import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HostedServer, type ReportThrown, type StopSteps, soleCaller } from '@toolwire/core/wire';
import { checkNames, type NamesOf } from '@toolwire/internal';
import { answerUnreadable } from './answer-unreadable.ts';
import { bind } from './bind.ts';
import { type CloseOptions, closeServer } from './close-server.ts';
import { watchConnections } from './connections.ts';
import type { NodeHandlerOptions } from './node-handler.ts';
import { listenerFor } from './node-listener.ts';

/** Where and how to listen. */
export interface ListenOptions extends NodeHandlerOptions {
  /** 127.0.0.1 if left out: nobody else on the network can call. */
  readonly host?: string | undefined;
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
  host: true,
  parsedBody: true,
  principal: true,
  values: true,
};

/** Serves the tools alone on a port, 3000 if left out and 0 for any that is free, with timeouts chosen on purpose. */
export async function listen(
  tools: HostedServer & { readonly stop?: StopSteps },
  port: number = 3000,
  options: ListenOptions = {},
): Promise<ListeningServer> {
  checkNames('listen()', options, optionNames);
  const { host = '127.0.0.1', ...handling } = options;
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
