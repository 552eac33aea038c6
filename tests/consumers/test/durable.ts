import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { freePort } from '@toolwire/programs/free-port';
import { noRedisServer, startRedis } from '@toolwire/programs/redis';
import { expect, it, onTestFinished } from 'vitest';
import { type Ground, thirdParty } from '../src/ground.ts';
import { type Dependencies, installByNpm, writeFiles } from '../src/project.ts';
import { outputOf } from '../src/run.ts';
import { root } from '../src/workspace.ts';

const page = readFileSync(join(root, 'docs/durable.md'), 'utf8');
const fileOf = (name: string): string => new RegExp(`^\`\`\`ts ${name}\\n([^]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? '';
const commands = [...page.matchAll(/^npm .+$/gm)].map(([command]) => command.split(' '));
const settings = [...(/^redis-server (.+)$/m.exec(page)?.[1] ?? '').matchAll(/--(\S+ \S+)/g)].map(
  ([, one = '']) => one,
);
const roles = [...page.matchAll(/^ROLE=(\w+) node --import tsx server\.ts$/gm)].map(([, role = '']) => role);
const body = /^curl -s \S+\/tools\/call [^]*?-d '([^']+)'$/m.exec(page)?.[1] ?? '';

function changed(text: string, changes: Readonly<Record<string, string>>): string {
  for (const shown of Object.keys(changes)) expect(text).toContain(shown);
  return Object.entries(changes).reduce((before, [shown, done]) => before.replace(shown, () => done), text);
}

/** docs/durable.md up to a worker crash, on a Redis with the settings of the page, and with fewer months. */
export function durableSuite(ground: Ground): void {
  it.skipIf(noRedisServer !== undefined)(
    `docs/durable.md: a call continues after a crash of its worker${noRedisServer === undefined ? '' : `: not run, as ${noRedisServer}`}`,
    { timeout: 600_000 },
    async () => {
      const tarballs = await ground.tarballs();
      const installed = commands
        .filter(([, command]) => command === 'install')
        .flatMap((words) => words.slice(2).filter((word) => !word.startsWith('-')));
      const versions: Dependencies = { ...thirdParty, ...tarballs, tsx: '4.23.15', bullmq: '6.7.0', ioredis: '6.0.0' };
      const dependencies = Object.fromEntries(
        installed.map((name) => [name, versions[name] ?? `no version of ${name}`]),
      );
      const folder = await installByNpm(join(ground.folder, 'durable'), dependencies, tarballs);
      for (const [program = '', ...words] of commands.filter(([, command]) => command === 'pkg')) {
        await outputOf(program, words, folder);
      }
      const redis = await startRedis(...settings);
      onTestFinished(() => redis.remove());
      const port = await freePort();
      writeFiles(folder, {
        'build.ts': fileOf('build.ts'),
        'server.ts': changed(fileOf('server.ts'), {
          'redis://127.0.0.1:6379': redis.url,
          'listen(3000,': `listen(${port},`,
        }),
      });
      expect(roles).toEqual(['web', 'worker', 'worker']);
      const said: string[] = [];
      const children = roles.map((role) => start(role, folder, said));
      await expect.poll(() => said.filter((line) => line.endsWith('is ready')).length).toBe(3);

      const asked = changed(body, { '"months":30': '"months":6' });
      const ask = async (): Promise<unknown> => {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(`http://127.0.0.1:${port}/tools/call`, { method: 'POST', headers, body: asked });
        return ((await answer.json()) as { readonly result: unknown }).result;
      };
      const first = ask();
      await expect.poll(() => said).toContainEqual(expect.stringMatching(/^month 3 /));
      const worker = children.find(({ pid }) => said.includes(`month 3 by process ${pid}`));
      worker?.kill('SIGKILL');
      expect(await first).toMatchObject({ success: false, error: { can_retry: true } });
      await expect.poll(ask, { timeout: 180_000, interval: 1_000 }).toMatchObject({ success: true, value: 6 });
      const other = children.find(({ pid }) => said.includes(`month 6 by process ${pid}`));
      expect(other?.pid).not.toBe(worker?.pid);
      expect(said.filter((line) => line.startsWith('month 1 '))).toHaveLength(1);
    },
  );
}

/** A process of the deployment. Its output is stored with the output of the other processes. */
function start(role: string, folder: string, said: string[]): ChildProcess {
  const env = { PATH: process.env['PATH'], HOME: folder, ROLE: role };
  const typed = ['--import', 'tsx', 'server.ts'];
  const child = spawn(process.execPath, typed, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  createInterface(child.stdout).on('line', (line) => said.push(line));
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  return child;
}
