import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** The system gives outgoing connections ports from 32768, and the nodes of a Redis Cluster listen at their port plus 10000 too. */
const lowest = 10_000;
const end = 22_000;

/** A port without a listener, which no outgoing connection takes before the server of the test has started. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(lowest, end);
    if (await canListen(port)) return port;
  }
  throw new Error(`There is no free port from ${lowest} to ${end - 1}.`);
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer();
  const failed = once(server, 'error').then(() => false);
  const listens = once(server, 'listening').then(() => true);
  server.listen(port, '127.0.0.1');
  if (!(await Promise.race([failed, listens]))) return false;
  server.close();
  await once(server, 'close');
  return true;
}
