import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Hands requests to those servers that say that they are well. */
export interface Balancer {
  readonly url: string;
  readonly add: (url: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts one. It asks often, and sends each request once: whatever a server does wrong, its caller sees. */
export async function startBalancer(): Promise<Balancer> {
  const servers = new Map<string, 'well' | 'away'>();
  let next = 0;
  let isClosed = false;
  const probe = async (url: string): Promise<void> => {
    const isWell = await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    servers.set(url, isWell ? 'well' : 'away');
  };
  // Each by itself: one that is slow to answer tells nothing of the others.
  const probing = new Set<Promise<void>>();
  const keepProbing = async (url: string): Promise<void> => {
    for (; !isClosed; await wait(50)) await probe(url);
  };
  const server = createServer((incoming, answer) => {
    const well = [...servers].filter(([, state]) => state === 'well').map(([url]) => url);
    const chosen = well[next++ % well.length];
    if (chosen === undefined) return void answer.writeHead(502).end();
    const { method, headers, url: path = '/' } = incoming;
    const outgoing = request(new URL(path, chosen), { method, headers, agent: false }, (given) => {
      answer.writeHead(given.statusCode ?? 502, withoutConnection(given.headers));
      given.pipe(answer);
    });
    outgoing.on('error', ({ message }) => {
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end(message);
    });
    incoming.pipe(outgoing);
  });
  // Callers close what they do not use, so that no request crosses the end of its connection.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The system gave no port.');
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

/** RFC 9110, 7.6.1: how long a connection is kept is said of that one, and told to others they would use theirs when it is gone. */
function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection: _connection, 'keep-alive': _kept, ...others } = headers;
  return others;
}
