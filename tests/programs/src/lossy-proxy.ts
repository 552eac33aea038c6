import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Between a client and its database. */
export interface LossyProxy {
  readonly url: string;
  /** Breaks the connection in place of the next answer; what was asked has happened by then. */
  loseAnswer(): void;
  close(): Promise<void>;
}

/** Starts one in front of a database, as its URL names it. */
export async function startLossyProxy(databaseUrl: string): Promise<LossyProxy> {
  const { protocol, hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let loses = false;
  const server = createServer((near) => {
    const far = connect(Number(port) || (protocol === 'redis:' ? 6379 : 5432), hostname);
    const end = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', end);
    }
    near.pipe(far);
    far.on('data', (data) => {
      if (!loses) return void near.write(data);
      loses = false;
      end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The system gave no port.');
  return {
    url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${address.port}` }).href,
    loseAnswer: () => {
      loses = true;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
