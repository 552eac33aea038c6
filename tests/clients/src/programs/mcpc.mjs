// A separate process holds each connection, under a name for commands. It ends with this process.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { run } from './command.mjs';

const program = 'node_modules/@apify/mcpc/bin/mcpc';
const home = mkdtempSync(join(tmpdir(), 'toolwire-mcpc-'));
process.env.MCPC_HOME_DIR = home;
process.on('exit', () => {
  spawnSync(process.execPath, [program, 'clean', 'sessions']);
  rmSync(home, { recursive: true, force: true });
});

export async function connect({ url }) {
  const name = `@tools${new URL(url).port}`;
  const command = (args, options) => run(program, ['--json', ...args], options);
  await connected(() => command(['connect', url, name]));
  return {
    list: async () => (await command([name, 'tools-list'])).map((tool) => tool.name),
    call: (tool, args, options) => command([name, 'tools-call', tool, JSON.stringify(args)], options),
    close: () => undefined,
  };
}

/** It gives its process five seconds to start, which is short where much else runs. */
async function connected(tryToConnect, triesLeft = 10) {
  try {
    await tryToConnect();
  } catch (thrown) {
    if (triesLeft === 0 || !/timeout|timed out/i.test(thrown.message)) throw thrown;
    await connected(tryToConnect, triesLeft - 1);
  }
}
