import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers a request of node:http. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A server on a port that was free. */
export interface Running {
  readonly url: string;
  close(): Promise<void>;
}

/** Listens first and makes the app then, since both documents of an authorization name their own address. */
export async function listen(makeApp: (url: string) => Answer): Promise<Running> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = makeApp(url);
  server.on('request', (request, response) => void answer(request, response));
  return {
    url,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
