import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningHost } from './host.ts';

/** Listens with a request listener or a server; `close` also closes open connections. */
export async function listenOn(app: RequestListener | Server, port = 0): Promise<RunningHost> {
  const server = typeof app === 'function' ? createServer(app) : app;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return running(server);
}

/** A server that listens. */
export function running(server: Server): RunningHost {
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
