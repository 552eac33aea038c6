import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { bundleProgram } from '../src/index.ts';
import { startReporting } from '../src/reporting-process.ts';

interface Started {
  readonly pids: readonly number[];
  readonly servers: readonly string[];
}

it.skipIf(process.platform === 'win32')(
  'programs of tests end with the test process, even if it is killed, or they are paused',
  async () => {
    const parent = bundleProgram(new URL('./parent-program.ts', import.meta.url));
    const child = bundleProgram(new URL('./waiting-program.ts', import.meta.url));
    const killed = await startReporting<Started>(parent, { child });
    await killed.until(() => true);
    const { pids = [], servers = [] } = killed.messages[0] ?? {};
    expect(pids.map(isThere)).toStrictEqual([true, true]);
    expect(await Promise.all(servers.map(answers))).toStrictEqual(servers.map(() => true));
    await killed.kill();
    await expect.poll(() => pids.filter(isThere)).toStrictEqual([]);
    await expect.poll(async () => (await Promise.all(servers.map(answers))).filter(Boolean)).toStrictEqual([]);
  },
);

/** An ended process may be listed until its new parent has noticed. */
function isThere(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return state !== '' && !state.startsWith('Z');
}

async function answers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    // There is no listener any more.
    return false;
  } finally {
    socket.destroy();
  }
}
