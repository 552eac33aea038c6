import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it, onTestFinished } from 'vitest';
import { runMcpSuite } from '../src/check/mcp-suite.ts';

const url = 'http://127.0.0.1:1/mcp';

/** Writes a program that stores the result of a scenario as the official suite does, and then runs `ending`. */
async function writeSuite(ending: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toolwire-suite-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'suite.mjs');
  await writeFile(
    file,
    `import { mkdirSync, writeFileSync } from 'node:fs';
const scenario = process.argv.at(-1) + '/server-ping-2025-11-25T00';
mkdirSync(scenario);
writeFileSync(scenario + '/checks.json', '[{ "id": "ping", "status": "SUCCESS" }]');
${ending}`,
  );
  return file;
}

it('A suite that ends has the results of its scenarios, whatever its exit code', async () => {
  const suite = await writeSuite('process.exitCode = 1;');
  const cases = await runMcpSuite(suite, url, '2025-11-25', new AbortController().signal);
  expect(cases).toEqual([{ suite: 'mcp 2025-11-25', title: 'ping: ping', requirements: [], status: 'pass' }]);
});

it.skipIf(process.platform === 'win32')('A suite that is killed midway fails', async () => {
  const suite = await writeSuite("process.kill(process.pid, 'SIGKILL');");
  const run = runMcpSuite(suite, url, '2025-11-25', new AbortController().signal);
  await expect(run).rejects.toThrow('The official MCP suite was ended by SIGKILL.');
});

it.each(['before', 'after'])('A suite is stopped by a signal that aborts %s its start', async (when) => {
  const suite = await writeSuite('setInterval(() => {}, 1000);');
  const stopped = new AbortController();
  if (when === 'before') stopped.abort(new Error('Stopped.'));
  else setTimeout(() => stopped.abort(new Error('Stopped.')), 200);
  await expect(runMcpSuite(suite, url, '2025-11-25', stopped.signal)).rejects.toThrow('Stopped.');
});
