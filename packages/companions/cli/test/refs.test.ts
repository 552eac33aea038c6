import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
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

  it('takes the flags of refs with --refs alone', async () => {
    expect((await cli.run(['diff', 'a.json', 'b.json', '--at', 'c.json'])).code).toBe(2);
  });
});
