import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** When the network loses a connection. */
export type Loss =
  | 'before the request'
  | 'within the request'
  | 'before the response'
  | 'within the response'
  | 'after the response';

/** A network that loses connections between a client and a server. */
export interface FlakyProxy {
  readonly url: string;
  /** How many connections were lost. */
  readonly lost: () => number;
  /** Loses the connection of the next request. */
  loseNext(loss: Loss): void;
  close(): Promise<void>;
}

/** Starts a proxy to a local server. */
export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let next: Loss | undefined;
  let lost = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    let loss: Loss | undefined;
    const lose = () => {
      loss = undefined;
      lost += 1;
      client.destroy();
      upstream.destroy();
    };
    client.on('data', (bytes) => {
      loss ??= next;
      next = undefined;
      if (loss === 'before the request') lose();
      // The server has the headers, and waits for the end of the body.
      else if (loss === 'within the request') upstream.write(bytes.subarray(0, -1), lose);
      else upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (loss === 'before the response') lose();
      else if (loss === 'within the response') client.write(bytes.subarray(0, -1), lose);
      else if (loss === 'after the response') client.write(bytes, lose);
      else client.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost: () => lost,
    loseNext(loss) {
      next = loss;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
