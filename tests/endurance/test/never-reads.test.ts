import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { newestHostsOfRun } from '@toolwire/test-hosts';
import { describe, test } from 'vitest';
import { createKeepAliveClient } from '../src/keep-alive-client.ts';
import { callBytes, resultOf } from '../src/requests.ts';
import { type ServerProcess, startServer } from '../src/server-process.ts';
import { printFigures } from '../src/statistics.ts';
import { waitUntil } from '../src/wait-until.ts';

const callers = 40;
const answerBytes = 9 * 2 ** 20;

async function askWithoutReading(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
    .on('error', () => undefined)
    .pause();
  await once(socket, 'connect');
  socket.write(callBytes('Stop.Large', {}));
  return socket;
}

const heldBy = async (app: ServerProcess): Promise<number> => {
  const { heap, buffers } = await app.vitals();
  return heap + buffers;
};

// Each server is a separate process that mostly waits.
describe.concurrent.each(newestHostsOfRun.map(({ name }) => name))('tools on %s', (host) => {
  test("release 40 responses of 9 MB that callers don't read", async ({ expect, onTestFinished }) => {
    const app = await startServer('mounted-server', { HOST: host, WRITE_STALL_MS: '8000' });
    onTestFinished(() => app.kill());
    const before = await heldBy(app);
    for (let caller = 0; caller < callers; caller++) {
      const socket = await askWithoutReading(app.port);
      onTestFinished(() => void socket.destroy());
    }
    // The system itself buffers the larger part of each answer.
    let most = before;
    const isHeld = async (): Promise<boolean> => {
      most = Math.max(most, await heldBy(app));
      return most - before > 5 * answerBytes;
    };
    expect(await waitUntil(isHeld, 30_000)).toBe(true);
    const isFreed = async (): Promise<boolean> => (await heldBy(app)) - before < answerBytes;
    expect(await waitUntil(isFreed, 60_000)).toBe(true);
    printFigures(`40 responses of 9 MB that callers do not read, on ${host}`, {
      'held at most': `${Math.round((most - before) / 2 ** 20)} MB`,
      'held in the end': `${Math.round(((await heldBy(app)) - before) / 2 ** 20)} MB`,
    });
    const answer = await createKeepAliveClient(app.port).exchange(callBytes('Stop.Brief', { n: 1, ms: 0 }));
    expect(resultOf(answer)).toMatchObject({ success: true });
  });
});
