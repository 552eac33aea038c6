import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startShell } from '../src/git/start-shell.ts';
import { type Cli, openCli } from './support/cli-process.ts';

const run = promisify(execFile);

let cli: Cli;
let repository: string;
const git = (...args: readonly string[]) =>
  run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: repository });

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** This repository, with a ref that changes the tools of the example server. */
async function editedClone(): Promise<string> {
  const clone = await realpath(await mkdtemp(join(tmpdir(), 'toolwire-clone-')));
  onTestFinished(() => rm(clone, { recursive: true }));
  await run('git', ['clone', '--quiet', '--shared', root, clone]);
  await run('git', ['tag', 'as-it-is'], { cwd: clone });
  const path = join(clone, 'packages/tooling/conformance/src/golden/tool-definition.ts');
  const edit = async (before: string, after: string): Promise<void> => {
    const text = await readFile(path, 'utf8');
    expect(text).toContain(before);
    await writeFile(path, text.replace(before, after));
  };
  // A breaking change without a new version, a change with a new version, and a change of text only.
  await edit('"a": {\n          "type": "number"', '"a": {\n          "type": "integer"');
  await edit('"version": "0.1.0"', '"version": "0.2.0"');
  await edit('"doorbell_id": {', '"loud": { "type": "boolean" },\n        "doorbell_id": {');
  await edit('Retrieves the', 'Returns the');
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  await run('git', [...author, 'commit', '--quiet', '--all', '--message', 'Edit'], { cwd: clone });
  await run('git', ['tag', 'edited'], { cwd: clone });
  return clone;
}

/** A server that needs nothing installed. */
const program = (version: string, type: string): string => `
import { createServer } from 'node:http';
const parameters = { type: 'object', properties: { a: { type: '${type}' } }, required: ['a'] };
const tools = [{ id: 'Calculator.Half@${version}', version: '${version}', description: 'Halves.', input_schema: { parameters } }];
createServer((request, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ tools })))
  .listen(Number(process.env.PORT), '127.0.0.1');
`;

async function commit(version: string, type: string): Promise<void> {
  const parameters = { type: 'object', properties: { a: { type } }, required: ['a'] };
  const tool = { id: `Calculator.Half@${version}`, version, description: 'Halves.', input_schema: { parameters } };
  await mkdir(join(repository, 'app'), { recursive: true });
  await writeFile(join(repository, 'app', 'listing.json'), JSON.stringify({ tools: [tool] }));
  await writeFile(join(repository, 'app', 'server.mjs'), program(version, type));
  await git('add', '.');
  await git('commit', '--quiet', '--message', version);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

beforeAll(async () => {
  repository = await realpath(await mkdtemp(join(tmpdir(), 'toolwire-refs-')));
  cli = await openCli();
  await git('init', '--quiet');
  await git('commit', '--quiet', '--allow-empty', '--message', 'Empty');
  await git('tag', 'empty');
  await commit('1.0.0', 'number');
  await git('tag', 'first');
  await commit('1.1.0', 'integer');
});
afterAll(() => Promise.all([cli.remove(), rm(repository, { recursive: true })]));

describe('toolwire diff --refs', () => {
  it.each([
    [['--at', 'listing.json']],
    [['--run', `'${process.execPath}' server.mjs`]],
    [['--run', `'${process.execPath}' server.mjs &`]],
    [['--prepare', 'cp listing.json made.json', '--at', 'made.json']],
  ])('compares two git refs with %j, and leaves no worktree behind', async (how) => {
    const folder = join(repository, 'app');
    const { code, stdout } = await cli.run(['diff', '--refs', 'first', 'HEAD', ...how], { folder });
    expect(stdout).toContain('Calculator.Half 1.0.0 → 1.1.0: needs a major version bump\n');
    expect(code).toBe(1);
    expect((await git('worktree', 'list')).stdout.trim().split('\n')).toHaveLength(1);
    expect((await git('status', '--porcelain')).stdout).toBe('');
  });

  it.each([
    [['first', 'nowhere', '--at', 'listing.json'], 2, "Git ref not found: 'nowhere'"],
    [['first', 'HEAD'], 2, '--refs needs --at FILE'],
    [['first', 'HEAD', '--at', 'listing.json', '--prepare', 'exit 3'], 1, "'exit 3' ended with 3."],
    [['first', 'HEAD', '--run', 'exit 4'], 3, "'exit 4' ended with 4 before it listened at $PORT."],
    [['first', 'HEAD', '--run', 'kill -9 $$'], 3, "'kill -9 $$' ended with a signal before it listened at $PORT."],
    [['empty', 'HEAD', '--run', 'exit 4'], 2, "The working folder 'app' does not exist at 'empty'."],
    [['empty', 'HEAD', '--prepare', 'exit 4', '--at', 'x'], 2, "The working folder 'app' does not exist at 'empty'."],
  ])('ends %j with %i', async (args, wanted, message) => {
    const { code, stderr } = await cli.run(['diff', '--refs', ...args], { folder: join(repository, 'app') });
    expect(stderr).toContain(message);
    expect(code).toBe(wanted);
    expect((await git('worktree', 'list')).stdout.trim().split('\n')).toHaveLength(1);
  });

  it('ends a server in the background that does not write to the terminal', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolwire-pid-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'pid');
    const command = `'${process.execPath}' -e 'setTimeout(String, 60000)' >/dev/null 2>&1 & echo $! > '${file}'`;
    const { stderr } = await cli.run(['diff', '--refs', 'first', 'HEAD', '--run', command], { folder: repository });
    expect(stderr).toContain('ended with 0 before it listened at $PORT.');
    const pid = Number(await readFile(file, 'utf8'));
    onTestFinished(() => {
      if (isRunning(pid)) process.kill(pid);
    });
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
  });

  it.skipIf(process.platform === 'win32').each([
    ['whose shell waits for its output', ''],
    ['whose output is redirected', ' >/dev/null 2>&1; true'],
  ])('kills a server that ignores SIGTERM, %s', async (_what, rest) => {
    const folder = await mkdtemp(join(tmpdir(), 'toolwire-pid-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const stubborn =
      'process.on("SIGTERM", String); fs.writeFileSync("pid", String(process.pid)); setInterval(String, 1000)';
    const server = startShell(`'${process.execPath}' -e '${stubborn}'${rest}`, folder, () => undefined, {});
    const pid = Number(await vi.waitUntil(() => readFile(join(folder, 'pid'), 'utf8').catch(() => ''), 20_000));
    onTestFinished(() => {
      if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    });
    await server.end();
    expect(await server.ended).toBeNull();
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
  });

  // Two installations of the workspace take most of a minute.
  it.runIf(process.env['TEST_SCOPE'] === 'all')(
    'finds a change in the example server of this repository, with each ref installed and run from its sources',
    async () => {
      const { packageManager } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
        readonly packageManager: string;
      };
      const clone = await editedClone();
      const prepare = `npx --yes ${packageManager} install --frozen-lockfile --prefer-offline --ignore-scripts`;
      const start = 'cd examples/spec-server && exec node --conditions=@toolwire/source --import tsx src/main.ts';
      const args = ['diff', '--refs', 'as-it-is', 'edited', '--prepare', prepare, '--run', start];
      const environment = { HOME: process.env['HOME'] ?? '', TOOLWIRE_TOKEN: '' };
      const { code, stdout, stderr } = await cli.run([...args, '--json'], { folder: clone, environment });
      expect(code, stderr).toBe(1);
      expect(stderr).toContain('Calculator.Add@');
      const { bump, isCovered, tools } = JSON.parse(stdout) as {
        readonly bump: string;
        readonly isCovered: boolean;
        readonly tools: readonly { readonly id: string; readonly bump: string }[];
      };
      process.stdout.write(
        `the example server, edited: ${tools.map(({ id, bump: far }) => `${id} ${far}`).join(', ')}\n`,
      );
      expect({ bump, isCovered }).toEqual({ bump: 'major', isCovered: false });
      expect(tools).toMatchObject([
        { id: 'Calculator.Add', state: 'changed', from: '1.0.0', to: '1.0.0', bump: 'major', isCovered: false },
        { id: 'Doorbell.Ring', state: 'changed', from: '0.1.0', to: '0.2.0', isCovered: true },
        { id: 'System.GetTimestamp', state: 'changed', to: '1.0.0', bump: 'patch', isCovered: false },
      ]);
      const { stdout: worktrees } = await run('git', ['worktree', 'list'], { cwd: clone });
      expect(worktrees.trim().split('\n')).toHaveLength(1);
    },
    600_000,
  );

  it('reports why git made no worktree, and removes its folder', async () => {
    const worktrees = join(repository, '.git', 'worktrees');
    await writeFile(worktrees, '');
    onTestFinished(() => rm(worktrees));
    const temporary = await mkdtemp(join(tmpdir(), 'toolwire-tmp-'));
    onTestFinished(() => rm(temporary, { recursive: true }));
    const { code, stderr } = await cli.run(['diff', '--refs', 'first', 'HEAD', '--at', 'app/listing.json'], {
      folder: repository,
      environment: { TMPDIR: temporary },
    });
    expect(stderr).toContain('could not create');
    expect(code).toBe(1);
    expect(await readdir(temporary)).toEqual([]);
  });

  it('accepts the flags of refs only with --refs', async () => {
    expect((await cli.run(['diff', 'a.json', 'b.json', '--at', 'c.json'])).code).toBe(2);
  });
});
