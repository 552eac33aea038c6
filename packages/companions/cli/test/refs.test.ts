import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltCli, buildCli } from './support/cli-process.ts';

const run = promisify(execFile);

let cli: BuiltCli;
let repository: string;
const git = (...typed: readonly string[]) =>
  run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...typed], { cwd: repository });

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

beforeAll(async () => {
  repository = await realpath(await mkdtemp(join(tmpdir(), 'toolwire-refs-')));
  cli = await buildCli();
  await git('init', '--quiet');
  await commit('1.0.0', 'number');
  await git('tag', 'first');
  await commit('1.1.0', 'integer');
});
afterAll(() => Promise.all([cli.remove(), rm(repository, { recursive: true })]));

describe('toolwire diff --refs', () => {
  it.each([
    [['--at', 'listing.json']],
    [['--run', `'${process.execPath}' server.mjs`]],
    [['--prepare', 'cp listing.json made.json', '--at', 'made.json']],
  ])('compares two git refs by %j, and leaves no worktree behind', async (how) => {
    const folder = join(repository, 'app');
    const { code, stdout } = await cli.run(['diff', '--refs', 'first', 'HEAD', ...how], { folder });
    expect(stdout).toContain('Calculator.Half 1.0.0 → 1.1.0: major, which the version does not say\n');
    expect(code).toBe(1);
    expect((await git('worktree', 'list')).stdout.trim().split('\n')).toHaveLength(1);
    expect((await git('status', '--porcelain')).stdout).toBe('');
  });

  it.each([
    [['first', 'nowhere', '--at', 'listing.json'], 2, "There is no git ref 'nowhere' here."],
    [['first', 'HEAD'], 2, '--refs takes --at FILE'],
    [['first', 'HEAD', '--at', 'listing.json', '--prepare', 'exit 3'], 1, "'exit 3' ended with 3."],
    [['first', 'HEAD', '--run', 'exit 4'], 3, "'exit 4' ended with 4 before it listened at $PORT."],
  ])('ends %j with %i', async (typed, wanted, said) => {
    const { code, stderr } = await cli.run(['diff', '--refs', ...typed], { folder: join(repository, 'app') });
    expect(stderr).toContain(said);
    expect(code).toBe(wanted);
    expect((await git('worktree', 'list')).stdout.trim().split('\n')).toHaveLength(1);
  });

  // Two installations of the workspace take most of a minute.
  it.runIf(process.env['TEST_SCOPE'] === 'all')(
    'compares the example server of two refs of this repository, each installed and run from its sources',
    async () => {
      const root = fileURLToPath(new URL('../../../..', import.meta.url));
      const { packageManager } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
        readonly packageManager: string;
      };
      const touched = await run('git', ['log', '--format=%H', '-2', '--', 'examples/spec-server/src'], { cwd: root });
      const earlier = touched.stdout.trim().split('\n').at(-1) ?? 'HEAD';
      const prepare = `npx --yes ${packageManager} install --frozen-lockfile --prefer-offline --ignore-scripts`;
      const start = 'cd examples/spec-server && exec node --conditions=@toolwire/source --import tsx src/main.ts';
      const typed = ['diff', '--refs', earlier, 'HEAD', '--prepare', prepare, '--run', start, '--json'];
      // Whoever works beside this has worktrees too, and elsewhere.
      const temporary = async (): Promise<readonly string[]> => {
        const { stdout } = await run('git', ['worktree', 'list', '--porcelain'], { cwd: root });
        return stdout.split('\n').filter((line) => line.startsWith(`worktree ${tmpdir()}`));
      };
      const before = await temporary();
      const environment = { HOME: process.env['HOME'] ?? '', TOOLWIRE_TOKEN: '' };
      const { code, stdout, stderr } = await cli.run(typed, { folder: root, environment });
      const diff = JSON.parse(stdout) as {
        readonly bump: string;
        readonly isCovered: boolean;
        readonly tools: readonly unknown[];
      };
      process.stdout.write(
        `the example server since ${earlier.slice(0, 7)}: ${diff.bump}, ${diff.tools.length} tools differ\n`,
      );
      expect(code, stderr).toBe(diff.isCovered ? 0 : 1);
      expect(stderr).toContain('Calculator.Add@');
      expect(await temporary()).toEqual(before);
    },
    300_000,
  );

  it('takes the flags of refs with --refs alone', async () => {
    expect((await cli.run(['diff', 'a.json', 'b.json', '--at', 'c.json'])).code).toBe(2);
  });
});
