import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { writeFiles } from '@toolwire/consumers/project';
import { outputOf } from '@toolwire/consumers/run';
import { root } from '@toolwire/consumers/workspace';

/** Follows the README on a free port, and returns the response to its first call. */
export async function followReadme(folder: string): Promise<unknown> {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const install = /^npm (install toolwire\b.*)$/m.exec(readme)?.[1] as string;
  const program = /^```ts\n([\s\S]*?)^```$/m.exec(readme)?.[1] as string;
  const body = /-d '(\{.*?\})'/.exec(readme)?.[1] as string;
  const onFreePort = program.replace('.listen(3000)', '.listen(0)');
  if (onFreePort === program) throw new Error('The first program of the README does not listen on 3000.');
  writeFiles(folder, { 'package.json': '{ "private": true }', 'server.mjs': onFreePort });
  await outputOf('npm', [...install.split(' '), '--no-audit', '--no-fund', '--loglevel=error'], folder);
  const child = spawn(process.execPath, ['server.mjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/tools/call`, { method: 'POST', headers, body });
    return await answer.json();
  } finally {
    child.kill('SIGKILL');
  }
}
