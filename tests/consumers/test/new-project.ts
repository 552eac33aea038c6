import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { type Ground, thirdParty } from '../src/ground.ts';
import { type Dependencies, type Files, installByNpm, writeFiles } from '../src/project.ts';
import { outputOf } from '../src/run.ts';
import { root } from '../src/workspace.ts';

const page = readFileSync(join(root, 'docs/start/new-project.md'), 'utf8');
const files: Files = Object.fromEntries(
  [...page.matchAll(/^```ts (?:run )?(\S+)\n([^]*?)^```$/gm)].map(([, path = '', text = '']) => [path, text]),
);
const commands = [...page.matchAll(/^npm .+$/gm)].map(([command]) => command.split(' '));

/** docs/start/new-project.md, followed by hand in a folder that has nothing yet. */
export function newProjectSuite(ground: Ground): void {
  it('docs/start/new-project.md: the hand-written project starts, responds, and passes its test', async () => {
    const tarballs = await ground.tarballs();
    const installed = commands
      .filter(([, command]) => command === 'install')
      .flatMap((words) => words.slice(2).filter((word) => !word.startsWith('-')));
    const versions: Dependencies = {
      ...thirdParty,
      ...tarballs,
      typescript: thirdParty['typescript6'] ?? '',
      tsx: '4.23.15',
    };
    const dependencies = Object.fromEntries(installed.map((name) => [name, versions[name] ?? `no version of ${name}`]));
    const folder = await installByNpm(join(ground.folder, 'new-project'), dependencies, tarballs);
    writeFiles(folder, files);
    for (const [program = '', ...words] of commands.filter(([, command]) => command === 'pkg')) {
      await outputOf(program, words, folder);
    }
    const onFreePort = files['main.ts']?.replace('.listen(3000)', '.listen(0)') ?? '';
    expect(onFreePort).toContain('.listen(0)');
    writeFiles(folder, { 'main.ts': onFreePort });
    expect(page).toContain('`npx tsx main.ts`');
    const tsx = join(folder, 'node_modules/tsx/dist/cli.mjs');
    const child = spawn(process.execPath, [tsx, 'main.ts'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill());
    const said = await Promise.race([
      once(createInterface(child.stdout), 'line').then(([line]) => line as string),
      once(child, 'exit').then(([code]) => `ended with ${String(code)}`),
    ]);
    expect(said).toMatch(/^Tools answer on http:\/\/127\.0\.0\.1:\d+\/tools, /);
    await outputOf('node', [tsx, '--test', 'server.test.ts'], folder);
  });
}
