import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy between processes and their database. */
export interface StallingProxy {
  readonly url: string;
  /** Stops forwarding data without closing connections. New connections are also stalled. */
  readonly stall: () => void;
  /** Closes every connection, and each new one immediately. */
  readonly drop: () => void;
  /** Closes every connection. New ones are forwarded to another database. */
  readonly redirect: (databaseUrl: string) => void;
  /** Forwards data again. */
  readonly resume: () => void;
  readonly close: () => Promise<void>;
}

/** Starts a proxy for the database at a URL. */
export async function startStallingProxy(databaseUrl: string): Promise<StallingProxy> {
  let target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isStalled = false;
  let isDown = false;
  const server = createServer((client) => {
    if (isDown) return void client.on('error', () => undefined).destroy();
    const upstream = connect(Number(target.port), target.hostname);
    const end = (): void => {
      for (const socket of [client, upstream]) {
        sockets.delete(socket);
        socket.destroy();
      }
    };
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
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
  if (address === null || typeof address === 'string') throw new TypeError('The server has no port.');
  return {
    url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${address.port}` }).href,
    stall: () => {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    drop: () => {
      isDown = true;
      for (const socket of sockets) socket.destroy();
    },
    redirect: (url) => {
      target = new URL(url);
      for (const socket of sockets) socket.destroy();
    },
    resume: () => {
      isDown = false;
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
