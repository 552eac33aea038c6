import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpClients } from '../src/clients/client-table.ts';
import { type BuiltCli, buildCli } from './support/cli-process.ts';
import { type EndedHere, runHere } from './support/run-here.ts';
import { canMakeTerminals, runInTerminal } from './support/terminal.ts';
import { createTestServer } from './support/tools.ts';

let home: string;
let server: Awaited<ReturnType<ReturnType<typeof createTestServer>['listen']>>;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'toolwire-home-'));
  server = await createTestServer().listen(0, { closeOnSignals: false });
});
afterAll(() => Promise.all([rm(home, { recursive: true }), server.close()]));

const configure = (...args: readonly string[]): Promise<EndedHere> =>
  runHere(['configure', ...args], { environment: { HOME: home } });

/** A user's config file of an MCP client, with comments and other settings. */
function fixtureFor({ format, member }: (typeof mcpClients)[number]): string {
  if (format === 'toml') {
    return [
      '# what I work with',
      'model = "o9" # the newest',
      'notify = [',
      '  "[not.a.table]",',
      ']',
      'text = """',
      `[${member}.tools]`,
      '"""',
      '',
      `[${member}.other]   # stays`,
      "command = 'other'",
      '',
      '# about the next',
      '[tui]',
      'theme = "dark"',
      '',
    ].join('\n');
  }
  return `\uFEFF// mine\r\n{\r\n\t"theme": "dark", // at night\r\n\t/* servers */\r\n\t"${member}": {\r\n\t\t"other": { "command": "other", },\r\n\t\t// the last\r\n\t},\r\n\t"zoom": 1.5,\r\n}`;
}

const entries = {
  claude: { type: 'http', url: 'http://127.0.0.1:3000/mcp' },
  cursor: { url: 'http://127.0.0.1:3000/mcp' },
  vscode: { type: 'http', url: 'http://127.0.0.1:3000/mcp' },
  codex: { url: 'http://127.0.0.1:3000/mcp' },
  gemini: { httpUrl: 'http://127.0.0.1:3000/mcp' },
  copilot: { type: 'http', tools: ['*'], url: 'http://127.0.0.1:3000/mcp' },
  opencode: { type: 'remote', enabled: true, url: 'http://127.0.0.1:3000/mcp' },
  windsurf: { serverUrl: 'http://127.0.0.1:3000/mcp' },
  zed: { url: 'http://127.0.0.1:3000/mcp' },
  'claude-desktop': {
    command: 'npx',
    args: ['-y', '@toolwire/cli@0.0.0', 'bridge', 'http://127.0.0.1:3000/mcp'],
  },
};

/** Comments must stay, and trailing commas need not. */
const plain = (text: string): unknown =>
  JSON.parse(
    text
      .replace(/^\uFEFF/, '')
      .replaceAll(/\/\*.*?\*\/|\/\/(?! ?127).*$/gm, '')
      .replaceAll(/,(?=\s*[}\]])/g, ''),
  );

describe.each(mcpClients.map((client) => [client.name, client] as const))('toolwire configure %s', (name, client) => {
  const isPosix = process.platform !== 'win32';
  it.runIf(isPosix)('adds a server, keeps everything else, and restores the file to the last byte', async () => {
    const args = [name, 'http://127.0.0.1:3000/mcp', '--name', 'tools', '--scope', 'user'];
    const shown = await configure(...args, '--dry-run', '--json');
    const { file } = JSON.parse(shown.stdout) as { readonly file: string };
    expect(file.startsWith(home)).toBe(true);
    const before = fixtureFor(client);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, before);
    const written = await configure(...args, '--yes');
    expect(written).toMatchObject({ code: 0 });
    const after = await readFile(file, 'utf8');
    if (client.format === 'json') {
      const { theme, zoom, [client.member]: servers } = plain(after) as Readonly<Record<string, unknown>>;
      expect({ theme, zoom }).toEqual({ theme: 'dark', zoom: 1.5 });
      expect(servers).toEqual({ other: { command: 'other' }, tools: entries[name as keyof typeof entries] });
      for (const kept of ['// mine', '// at night', '/* servers */', '// the last']) expect(after).toContain(kept);
      expect(after.replaceAll('\r\n', '')).not.toContain('\n');
    } else {
      expect(after).toBe(`${before}\n[mcp_servers.tools]\nurl = "http://127.0.0.1:3000/mcp"\n`);
    }
    expect(written.stdout).toContain('+ ');
    expect(await configure(...args, '--yes')).toMatchObject({ code: 0, stdout: `${file} is already up to date.\n` });
    // Another form of the same server, and then back to the first of all.
    expect((await configure(name, '--name', 'tools', '--scope', 'user', '--yes', '--', 'node', 'tools.mjs')).code).toBe(
      0,
    );
    expect(await readFile(file, 'utf8')).toMatch(/"tools\.mjs"/);
    const undone = await configure(name, '--undo', '--name', 'tools', '--scope', 'user', '--yes', '--json');
    expect(JSON.parse(undone.stdout)).toEqual({ client: name, file, name: 'tools', state: 'undone', backup: null });
    expect(await readFile(file, 'utf8')).toBe(before);
    expect(await readdir(dirname(file))).toEqual(expect.not.arrayContaining([expect.stringMatching(/before-|new-/)]));
    await rm(file);
  });
});

describe('toolwire configure', () => {
  const file = (name: string): string => join(home, name);

  it('creates a missing file, and removes it again', async () => {
    const path = join(home, 'deep', 'mcp.json');
    const args = ['cursor', `${server.url}/mcp`, '--file', path, '--name', 'tools', '--yes'];
    const { code, stdout } = await configure(...args, '--token', 'hidden-token-of-the-tests');
    expect(code).toBe(0);
    expect(stdout).toContain('[masked]');
    expect(stdout).not.toContain('hidden-token');
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
      mcpServers: {
        tools: { url: `${server.url}/mcp`, headers: { Authorization: 'Bearer hidden-token-of-the-tests' } },
      },
    });
    expect((await configure('cursor', '--undo', '--file', path, '--name', 'tools', '--yes')).code).toBe(0);
    expect(await readdir(dirname(path))).toEqual([]);
  });

  it.each([['claude', '--scope', 'user'], ['claude', '--file', '~/a $b.json'], ['claude-desktop']])(
    'prints the command to undo it: %s %s %s',
    async (client, ...place) => {
      const args = place.map((word) => word.replace('~', home));
      const { stderr } = await configure(client, `${server.url}/mcp`, '--name', 'tools', '--yes', ...args);
      const [, pasted = ''] = /^To undo: npx @toolwire\/cli configure (.*)$/m.exec(stderr) ?? [];
      const words = pasted.match(/'[^']*'|\S+/g)?.map((word) => word.replaceAll("'", '')) ?? [];
      expect(await configure(...words, '--yes')).toMatchObject({ code: 0 });
    },
  );

  it('removes only the server if the file has changed since', async () => {
    for (const client of ['cursor', 'codex']) {
      const path = file(`changed-${client}`);
      await writeFile(path, client === 'cursor' ? '{ "a": 1 }' : 'a = 1\n');
      await configure(client, `${server.url}/mcp`, '--file', path, '--name', 'tools', '--yes');
      const changed = (await readFile(path, 'utf8')).replace('1', '2');
      await writeFile(path, changed);
      const undone = await configure(client, '--undo', '--file', path, '--name', 'tools', '--yes');
      expect(undone.stderr).toContain('only the server was removed');
      const left = await readFile(path, 'utf8');
      expect(left).toMatch(/"?a"?( =|:) 2/);
      expect(left).not.toContain('127.0.0.1');
    }
  });

  it('configures the bridge for a secret that signs tokens, also if the client supports URLs', async () => {
    const path = file('signed.json');
    await configure(
      'cursor',
      `${server.url}/mcp`,
      '--jwt-secret',
      'hidden-secret',
      '--file',
      path,
      '--name',
      'x',
      '--yes',
    );
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
      mcpServers: { x: { command: 'npx', env: { TOOLWIRE_JWT_SECRET: 'hidden-secret' } } },
    });
  });

  it('configures the bridge for a server without MCP, with credentials as variables', async () => {
    const path = file('bridged.json');
    const args = ['cursor', server.url, '--wire', 'otc', '--api-key', 'hidden-key', '--file', path, '--yes'];
    const { code, stdout } = await configure(...args);
    expect(code).toBe(0);
    expect(stdout).not.toContain('hidden-key');
    const { port } = new URL(server.url);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
      mcpServers: {
        [`local-${port}`]: {
          command: 'npx',
          args: ['-y', '@toolwire/cli@0.0.0', 'bridge', `${server.url}/`, '--wire', 'otc'],
          env: { TOOLWIRE_API_KEY: 'hidden-key' },
        },
      },
    });
  });

  it('writes the credentials of a URL as a header', async () => {
    for (const [flag, header] of [
      ['--api-key', { 'OTC-API-Key': 'hidden-key' }],
      ['--token', { Authorization: 'Bearer hidden-key' }],
    ] as const) {
      const path = file(`with${flag}.json`);
      const url = `${server.url}/mcp`;
      await configure('cursor', url, '--name', 'tools', flag, 'hidden-key', '--file', path, '--yes');
      expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ mcpServers: { tools: { url, headers: header } } });
    }
  });

  it('finds the MCP URL', async () => {
    const path = file('found.json');
    expect((await configure('cursor', server.url, '--name', 'tools', '--file', path, '--yes')).code).toBe(0);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ mcpServers: { tools: { url: `${server.url}/mcp` } } });
  });

  it.each([
    [['cursor'], '{ "mcpServers": [] }', 'its "mcpServers" is not an object'],
    [['cursor'], '{ "mcpServers": null }', 'its "mcpServers" is not an object'],
    [['cursor'], '{\n "a" 1 }', 'line 2 is not valid JSON'],
    [['codex'], 'mcp_servers = { a = {} }', 'must be in separate tables'],
    [['codex'], 'mcp_servers.a.command = "a"', 'must be in separate tables'],
  ])("does not change a file of %j that it can't parse", async ([client = ''], text, message) => {
    const path = file('odd');
    await writeFile(path, text);
    const ended = await configure(client, 'http://127.0.0.1:3000/mcp', '--file', path, '--yes');
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(message);
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it.each([
    [[], 2, 'CLIENT is missing'],
    [['word'], 2, "got 'word'"],
    [['cursor'], 2, 'Pass a server URL'],
    [['cursor', 'tools.mjs'], 2, 'Pass a server URL'],
    [['claude-desktop', 'http://127.0.0.1:1/mcp', '--scope', 'project'], 2, 'has no project config file'],
    [['cursor', 'http://127.0.0.1:1/mcp', '--scope', 'all'], 2, '--scope must be project or user'],
    [['cursor', 'http://127.0.0.1:1/mcp', '--name', 'a b'], 2, '--name must be up to 64 letters'],
    [['cursor', 'http://127.0.0.1:1/mcp', '--scope', 'user'], 2, 'Not an interactive terminal'],
    [['cursor', '--undo'], 2, '--undo needs --name'],
    [['cursor', '--undo', '--name', 'none', '--scope', 'user'], 1, 'Nothing to undo'],
    [['cursor', 'http://127.0.0.1:1'], 3, 'could not be reached'],
  ])('ends %j with %i', async (args, code, message) => {
    const ended = await configure(...args);
    expect(ended.stderr).toContain(message);
    expect(ended.code).toBe(code);
  });
});

it('shows the change before the question also with --json', async () => {
  const path = join(home, 'asked-json.json');
  const args = ['configure', 'cursor', 'http://127.0.0.1:3000/mcp', '--name', 'tools', '--file', path, '--json'];
  const ended = await runHere(args, { environment: { HOME: home }, question: () => Promise.resolve('n') });
  expect(JSON.parse(ended.stdout)).toMatchObject({ name: 'tools', state: 'shown' });
  expect(ended.stderr).toMatch(
    /asked-json\.json \(new file\)[^]*http:\/\/127\.0\.0\.1:3000\/mcp[^]*Nothing was written/,
  );
});

describe.skipIf(!canMakeTerminals() && !process.env['CI'])('toolwire configure in a terminal', () => {
  let cli: BuiltCli;
  beforeAll(async () => {
    cli = await buildCli();
  });
  afterAll(() => cli.remove());

  it('shows the change, and writes it only after a confirmation', async () => {
    const path = join(home, 'asked.json');
    const args = ['configure', 'cursor', 'http://127.0.0.1:3000/mcp', '--name', 'tools', '--file', path];
    const run = (answer: string, ...more: readonly string[]) =>
      runInTerminal(
        [process.execPath, join(cli.folder, 'bin.mjs'), ...args, ...more],
        [{ when: /tools[^]*Write this change\? \(y or n\) /, type: answer }],
        { HOME: home },
      );
    expect(await run('n\n')).toMatchObject({ code: 1 });
    await expect(readFile(path)).rejects.toThrow('ENOENT');
    expect(await run('y\n')).toMatchObject({ code: 0 });
    expect(await readFile(path, 'utf8')).toContain('http://127.0.0.1:3000/mcp');
    expect(await run('yes\n', '--undo')).toMatchObject({ code: 0 });
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });
});
