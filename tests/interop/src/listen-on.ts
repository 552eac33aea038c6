import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on a port that was free. */
export interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}

/** An app as node:http calls it; many return promises. */
type NodeApp = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Listens on a free port of this machine; `close` cuts what is still open. */
export async function listenOn(app: NodeApp | Server): Promise<RunningServer> {
  const server = typeof app === 'function' ? createServer((request, response) => void app(request, response)) : app;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
