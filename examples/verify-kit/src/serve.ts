import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An app as node:http calls it; many return promises. */
type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A server on a port that was free. */
export interface Served {
  readonly url: string;
  readonly close: () => void;
}

/** Listens on a free port of this machine, for as long as the checks take. */
export async function serve(app: Listener | Server): Promise<Served> {
  const server = typeof app === 'function' ? createServer((request, response) => void app(request, response)) : app;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
