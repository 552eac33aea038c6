import { setTimeout as wait } from 'node:timers/promises';
import { newestHostsOfRun } from '@toolwire/test-hosts';
import { afterEach, describe, expect, test } from 'vitest';
import { createKeepAliveClient } from '../src/keep-alive-client.ts';
import { callBytes, getBytes, resultOf } from '../src/requests.ts';
import { type ServerProcess, startServer } from '../src/server-process.ts';
import { inMs, printFigures } from '../src/statistics.ts';
import { waitUntil } from '../src/wait-until.ts';

let server: ServerProcess | undefined;
afterEach(async () => {
  await server?.kill();
  server = undefined;
});

async function start(host: string, environment: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  server = await startServer('mounted-server', { HOST: host, ...environment });
  return server;
}

/** Has a call and a request of the app's own under way; once both are, answers what will become of them. */
async function keepBusy({ port, reports }: ServerProcess) {
  const call = createKeepAliveClient(port).exchange(callBytes('Stop.Brief', { n: 7, ms: 800 }, 'call-7'));
  const own = createKeepAliveClient(port).exchange(getBytes('/own'));
  expect(await waitUntil(() => reports.length > 0, 10_000)).toBe(true);
  return {
    ended: Promise.all([call, own]).then(([called, { text }]) => ({
      result: resultOf(called),
      own: JSON.parse(text) as unknown,
    })),
  };
}

// A machine that is busy may be late.
const slackMs = 10_000;

describe.each(newestHostsOfRun.map(({ name }) => name))('an app on %s with tools mounted in it', (host) => {
  test('completes running requests on SIGTERM, runs its cleanup, and exits with 0', async () => {
    const app = await start(host, { GRACE_MS: '300' });
    const busy = await keepBusy(app);
    app.signal('SIGTERM');
    // As npm and docker forward what the process has got as well.
    await wait(5);
    app.signal('SIGTERM');
    expect(await busy.ended).toMatchObject({
      result: { call_id: 'call-7', success: true, value: { n: 7 } },
      own: { own: 'own' },
    });
    const { code, signal } = await app.ended;
    expect(signal ?? code).toBe(0);
    expect(app.reports).toEqual([{ began: 'own' }, { saved: true }]);
    expect(app.complaints).toEqual([]);
  });

  test('exits at once on Ctrl-C when it is idle', async () => {
    const app = await start(host, { GRACE_MS: '30000', HARD_LIMIT_MS: '60000' });
    const idle = createKeepAliveClient(app.port);
    expect((await idle.exchange(getBytes('/health'))).status).toBe(200);
    const since = performance.now();
    app.signal('SIGINT');
    const { code, signal, at } = await app.ended;
    printFigures(`Ctrl-C of an idle app on ${host}`, { after: inMs(at - since) });
    expect(signal ?? code).toBe(0);
    expect(at - since).toBeLessThan(slackMs);
    idle.hangUp();
  });

  test('exits at once on a second signal after a while', async () => {
    const app = await start(host, { GRACE_MS: '30000', HARD_LIMIT_MS: '60000' });
    app.signal('SIGTERM');
    await wait(800);
    const since = performance.now();
    app.signal('SIGINT');
    const { code, signal, at } = await app.ended;
    expect(signal ?? code).toBe(1);
    expect(at - since).toBeLessThan(slackMs);
  });
});
