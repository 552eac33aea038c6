import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Forwards requests to healthy servers. */
export interface Balancer {
  readonly url: string;
  readonly add: (url: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts a load balancer. It probes often and sends each request once, so that callers see every error of a server. */
export async function startBalancer(): Promise<Balancer> {
  const servers = new Map<string, 'healthy' | 'unhealthy'>();
  let next = 0;
  let isClosed = false;
  const probe = async (url: string): Promise<void> => {
    const isHealthy = await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    servers.set(url, isHealthy ? 'healthy' : 'unhealthy');
  };
  // Servers are probed independently, so that a slow one does not delay the others.
  const probing = new Set<Promise<void>>();
  const keepProbing = async (url: string): Promise<void> => {
    for (; !isClosed; await wait(50)) await probe(url);
  };
  const server = createServer((incoming, answer) => {
    const healthy = [...servers].filter(([, state]) => state === 'healthy').map(([url]) => url);
    const chosen = healthy[next++ % healthy.length];
    if (chosen === undefined) return void answer.writeHead(502).end();
    const { method, headers, url: path = '/' } = incoming;
    const outgoing = request(new URL(chosen + path), { method, headers, agent: false }, (given) => {
      answer.writeHead(given.statusCode ?? 502, withoutConnection(given.headers));
      given.pipe(answer);
    });
    outgoing.on('error', ({ message }) => {
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end(message);
    });
    incoming.pipe(outgoing);
  });
  // Callers close unused connections, so that no request arrives while a connection is closing.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    add: async (url) => {
      await probe(url);
      probing.add(keepProbing(url));
    },
    close: async () => {
      isClosed = true;
      await Promise.all(probing);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Removes hop-by-hop headers (RFC 9110, 7.6.1), which are valid only for the connection to the server. */
function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection: _connection, 'keep-alive': _keepAlive, ...others } = headers;
  return others;
}
