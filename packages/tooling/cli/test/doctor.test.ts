import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { noRedisServer, type RedisServer, startRedis } from '@toolwire/programs/redis';
import { build } from 'esbuild';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../src/command-line/commands.ts';
import { parseArguments } from '../src/command-line/parse-arguments.ts';
import { addressesOfThisMachine, checkPort } from '../src/doctor/check-port.ts';
import type { Finding } from '../src/doctor/finding.ts';
import { type Cli, openCli } from './support/cli-process.ts';
import { listWith, objectWith, textWith } from './support/matchers.ts';
import { createTestServer } from './support/tools.ts';

type Listening = Awaited<ReturnType<ReturnType<typeof createTestServer>['listen']>>;

const key = 'a-key-of-the-tests-0123456789-0123456789';

let cli: Cli;
let home: string;
let project: string;
let open: Listening;
let guarded: Listening;
beforeAll(async () => {
  const everywhere = { host: '0.0.0.0', closeOnSignals: false } as const;
  [cli, home, project, open, guarded] = await Promise.all([
    openCli(),
    mkdtemp(join(tmpdir(), 'toolwire-home-')),
    mkdtemp(join(tmpdir(), 'toolwire-project-')),
    createTestServer().listen(0, everywhere),
    createTestServer({ apiKey: key }).listen(0, everywhere),
  ]);
});
afterAll(async () => {
  const folders = [home, project].map((folder) => rm(folder, { recursive: true }));
  await Promise.all([cli.remove(), open.close(), guarded.close(), ...folders]);
});

async function write(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof value === 'string' ? value : JSON.stringify(value));
}

const problem = (check: Finding['check'], message: string, advice: string): unknown =>
  objectWith({ check, state: 'problem', message: textWith(message), advice: textWith(advice) });

interface Examined {
  readonly code: number | null;
  readonly isOk: boolean;
  readonly findings: readonly Finding[];
}

/** Runs `toolwire doctor` for the whole project. */
async function examine(...typed: readonly string[]): Promise<Examined> {
  const environment = { HOME: home, PATH: dirname(process.execPath) };
  const { code, stdout } = await cli.run(['doctor', '--json', ...typed], { folder: project, environment });
  return { code, ...(JSON.parse(stdout) as Omit<Examined, 'code'>) };
}

describe('toolwire doctor', () => {
  it('finds packages of several releases, MCP clients that cannot start their servers, and an open port', async () => {
    const installed = (path: string, name: string, version: string): Promise<void> =>
      write(join(project, 'node_modules', path, 'package.json'), { name, version });
    const servers = {
      gone: { command: 'there-is-no-such-program' },
      relative: { command: 'node', args: ['server.mjs'] },
      missing: { command: process.execPath, args: [join(home, 'server.mjs')] },
      address: { url: 'https://example.com/mcp' },
      empty: {},
      well: { command: 'node', args: ['--version'] },
      // Only uv knows the folder of the script.
      uv: { command: join(home, 'uv'), args: ['run', 'weather.py', '--directory', home] },
      // Only the client knows the values of variables.
      variable: { command: '$NODE', args: ['server.mjs'] },
      environment: { command: ['${env:NODE_BIN}', '${env:FOLDER}/server.mjs'] },
    };
    const desktop = join(home, '.config', 'Claude', 'claude_desktop_config.json');
    await Promise.all([
      installed('@toolwire/core', '@toolwire/core', '1.2.0'),
      installed('@toolwire/otc', '@toolwire/otc', '1.3.0'),
      installed('@toolwire/convert', '@toolwire/convert', '0.1.0'),
      installed('other/node_modules/@toolwire/convert', '@toolwire/convert', '0.2.0'),
      write(desktop, { mcpServers: servers }),
      write(join(home, 'uv'), ''),
      write(join(project, '.cursor', 'mcp.json'), {
        mcpServers: { silent: { url: 'http://127.0.0.1:1/mcp' }, odd: { url: 'word' }, here: { url: open.url } },
      }),
      write(join(project, '.vscode', 'mcp.json'), { mcpServers: { tools: { url: 'https://example.com/mcp' } } }),
      write(join(home, '.gemini', 'settings.json'), '{ "mcpServers": '),
    ]);
    const { code, isOk, findings } = await examine(open.url);
    expect({ code, isOk }).toEqual({ code: 1, isOk: false });
    expect(findings).toEqual(
      listWith(
        objectWith({ check: 'node', state: 'ok' }),
        objectWith({ check: 'store', state: 'skipped' }),
        problem('packages', '1.2.0: @toolwire/core; 1.3.0: @toolwire/otc', 'the same version'),
        problem('packages', '@toolwire/convert is installed in several versions', 'install again'),
        problem('clients', 'gone runs there-is-no-such-program', 'Install'),
        problem('clients', 'relative has the relative path server.mjs', 'absolute path'),
        problem('clients', 'missing has the path ', 'Fix the path'),
        problem('clients', 'address has a URL, but Claude Desktop', 'toolwire configure claude-desktop'),
        problem('clients', 'empty has neither', '--name empty'),
        problem('clients', 'silent is configured at http://127.0.0.1:1/mcp', 'Start the server'),
        problem('clients', "odd has the invalid URL 'word'", 'a full URL'),
        problem('clients', 'servers in "mcpServers"', 'Rename "mcpServers" to "servers"'),
        problem('clients', 'Gemini CLI cannot read', 'Fix the syntax'),
      ),
    );
    expect(findings.filter(({ check }) => check === 'clients')).toHaveLength(9);
    const port = findings.find(({ check }) => check === 'port');
    expect(port?.state).toBe(addressesOfThisMachine().length > 0 ? 'problem' : 'ok');
    await Promise.all([rm(join(project, 'node_modules'), { recursive: true }), rm(desktop)]);
    await Promise.all(['.cursor', '.vscode'].map((folder) => rm(join(project, folder), { recursive: true })));
    await write(join(home, '.gemini', 'settings.json'), { mcpServers: { tools: { httpUrl: open.url } } });
  });

  it('reports whether an open port requires authentication', async () => {
    const command = commands.find(({ name }) => name === 'doctor');
    if (command === undefined) throw new Error('There is no doctor.');
    const { signal } = new AbortController();
    const ignore = (): void => undefined;
    const terminal = { write: ignore, note: ignore, columns: undefined, hasColor: false, environment: {}, signal };
    // An address of this machine on the network.
    const look = ({ url }: Listening, others = ['127.0.0.1']): Promise<Finding> =>
      checkPort(url.replace('0.0.0.0', '127.0.0.1'), others, parseArguments(command, ['--api-key', key]), terminal);
    expect(await look(open)).toMatchObject({ state: 'problem', advice: textWith('auth: apiKey(') });
    expect(await look(guarded)).toMatchObject({ state: 'ok', message: textWith('requires authentication') });
    const own = await createTestServer().listen(0, { closeOnSignals: false });
    // The server listens on another address of this machine.
    expect(await look(own, ['127.0.0.2'])).toMatchObject({
      state: 'ok',
      message: textWith('only from this machine'),
    });
    await own.close();
    const noTools = problem('port', 'no tools found at', 'Start the server');
    expect(await look(own)).toEqual(noTools);
    expect(await look(own, [])).toEqual(noTools);
  });

  it.each([
    [['tools.json'], 2],
    [['http://a', 'http://b'], 2],
  ])('ends %j with %i', async (typed, code) => {
    expect((await cli.run(['doctor', ...typed])).code).toBe(code);
  });
});

describe.skipIf(noRedisServer !== undefined)(
  `toolwire doctor and a Redis${noRedisServer === undefined ? '' : `, skipped: ${noRedisServer}`}`,
  () => {
    let redis: RedisServer;
    beforeAll(async () => {
      redis = await startRedis('appendonly no', 'maxmemory-policy allkeys-lru');
    });
    afterAll(() => redis.remove());

    it('reports what Redis could lose, and no problem once it persists all data', async () => {
      const modules = join(project, 'node_modules');
      await build({
        stdin: { contents: `export * from '@toolwire/redis';`, resolveDir: import.meta.dirname },
        outfile: join(modules, '@toolwire', 'redis', 'index.mjs'),
        bundle: true,
        format: 'esm',
        platform: 'node',
        target: 'node20',
        conditions: ['@toolwire/source'],
        logLevel: 'error',
      });
      const manifest = { name: '@toolwire/redis', version: '1.0.0', exports: './index.mjs' };
      await write(join(modules, '@toolwire', 'redis', 'package.json'), manifest);
      await rm(join(modules, 'ioredis'), { force: true });
      await symlink(fileURLToPath(new URL('../node_modules/ioredis', import.meta.url)), join(modules, 'ioredis'));
      const ill = await examine('--redis', redis.url);
      expect(ill.code).toBe(1);
      expect(ill.findings.filter(({ check }) => check === 'store')).toEqual([
        problem('store', 'Redis has no append-only file', 'Set appendonly to yes'),
        problem('store', "Redis has the maxmemory-policy 'allkeys-lru'", 'Set maxmemory-policy to noeviction'),
      ]);
      const client = new Redis(redis.url);
      await client.config('SET', 'appendonly', 'yes', 'maxmemory-policy', 'noeviction');
      client.disconnect();
      const well = await examine('--redis', redis.url);
      expect(well.findings).toContainEqual(objectWith({ check: 'store', state: 'ok' }));
      expect(well).toMatchObject({ code: 0, isOk: true });
      await redis.stop();
      const gone = await examine('--redis', redis.url);
      expect(gone.code).toBe(1);
      expect(gone.findings.filter(({ check }) => check === 'store')).toEqual([
        problem('store', '', 'Check that Redis is running'),
      ]);
    });
  },
);
