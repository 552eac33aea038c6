import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Between a client and a Redis. */
export interface LossyProxy {
  readonly url: string;
  /** Breaks the connection in place of the next answer; what was asked has happened by then. */
  loseAnswer(): void;
  close(): Promise<void>;
}

/** Starts one in front of a Redis. */
export async function startLossyProxy(redisUrl: string): Promise<LossyProxy> {
  const { hostname, port } = new URL(redisUrl);
  const sockets = new Set<Socket>();
  let loses = false;
  const server = createServer((near) => {
    const far = connect(Number(port) || 6379, hostname);
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
    url: `redis://127.0.0.1:${address.port}`,
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
