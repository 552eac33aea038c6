import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningServer } from '../running-server.ts';

/** An app as node:http calls it; many return promises. */
type NodeApp = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Listens on a free port of this machine with an app or a server of node:http; `close` cuts what is still open. */
export async function listenOn(app: NodeApp | Server): Promise<RunningServer> {
  const server = typeof app === 'function' ? createServer((request, response) => void app(request, response)) : app;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
