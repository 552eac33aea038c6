import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that was started for the cases. */
export interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}

export type StartServer = () => Promise<RunningServer>;

/** A request listener of node:http, which may return a promise. */
type NodeApp = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Serves an app or a server of node:http on a free local port. `close` also closes open connections. */
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
