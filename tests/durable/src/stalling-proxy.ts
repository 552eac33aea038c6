import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Between processes and their database. */
export interface StallingProxy {
  readonly url: string;
  /** Passes nothing on, in either direction, and breaks nothing; new connections are silent as well. */
  readonly stall: () => void;
  readonly goOn: () => void;
  readonly close: () => Promise<void>;
}

/** Starts one in front of a database, as its URL names it. */
export async function startStallingProxy(databaseUrl: string): Promise<StallingProxy> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isStalled = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const end = (): void => {
      for (const socket of [near, far]) {
        sockets.delete(socket);
        socket.destroy();
      }
    };
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on('error', end);
      from.on('close', end);
      from.on('data', (data) => {
        if (!to.write(data)) from.pause();
      });
      to.on('drain', () => {
        if (!isStalled) from.resume();
      });
      if (isStalled) from.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The system gave no port.');
  return {
    url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${address.port}` }).href,
    stall: () => {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    goOn: () => {
      isStalled = false;
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
