import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it, onTestFinished } from 'vitest';
import { type CommandLine, startCommandLine } from '../src/command-line.ts';

// Each is a provider and several processes: with `--all` every one, and every time that which does all of it.
const isAll = process.env['TEST_SCOPE'] === 'all';

const bothScopes = ['orders:read', 'orders:read orders:write'];

async function start(): Promise<CommandLine> {
  const line = await startCommandLine();
  onTestFinished(() => line.close());
  return line;
}

const scopesOf = ({ signIns }: CommandLine) => signIns.map(({ searchParams }) => searchParams.get('scope'));

/** The stored token for the next command. */
async function keptToken({ home, mcpUrl }: CommandLine): Promise<string | undefined> {
  const text = await readFile(join(home, '.config', 'toolwire', 'tokens.json'), 'utf8');
  const saved = JSON.parse(text) as Readonly<Record<string, { readonly accessToken: string }>>;
  return saved[mcpUrl]?.accessToken;
}

it('toolwire signs in with the browser, stores the token for the next command, and requests a second scope', async () => {
  const line = await start();
  const { mcpUrl, signIns, home, run } = line;
  const refused = await run('call', mcpUrl, 'Orders.List');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('--auth login');

  const first = await run('call', mcpUrl, 'Orders.List', '--auth', 'login', '--raw');
  expect(first.stderr).toContain('You are signed in.');
  expect(first.stdout).toBe('orders of ada\n');
  expect(signIns).toHaveLength(1);
  expect(signIns[0]?.searchParams.get('resource')).toBe(mcpUrl);
  expect(signIns[0]?.searchParams.get('code_challenge_method')).toBe('S256');

  expect((await stat(join(home, '.config', 'toolwire', 'tokens.json'))).mode & 0o777).toBe(0o600);
  expect(first.stderr).not.toContain(await keptToken(line));

  const again = await run('call', mcpUrl, 'Orders.List', '--auth', 'login');
  expect(again).toEqual({ code: 0, stdout: 'orders of ada\n', stderr: '' });
  expect(signIns).toHaveLength(1);

  const second = await run('call', mcpUrl, 'Orders.Create', '--auth', 'login');
  expect(second.stdout).toBe('ordered for ada\n');
  expect(scopesOf(line)).toEqual(bothScopes);
});

it.runIf(isAll).each(['legacy', 'auto'] as const)(
  'toolwire bridge signs in for a client over stdio, once for many calls, and for a second scope (%s)',
  async (mode) => {
    const line = await start();
    const transport = new StdioClientTransport({
      ...line.command('bridge', line.mcpUrl, '--auth', 'login', '--raw'),
      stderr: 'pipe',
    });
    let stderr = '';
    transport.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    const client = new Client({ name: 'tests', version: '1.0.0' }, { versionNegotiation: { mode } });
    const errors: Error[] = [];
    client.onerror = (error) => void errors.push(error);
    onTestFinished(() => client.close());
    await client.connect(transport);
    const call = async (name: string): Promise<unknown> => (await client.callTool({ name, arguments: {} })).content;

    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['Orders_List', 'Orders_Create']);
    const orders = { type: 'text', text: 'orders of ada' };
    expect(await Promise.all([call('Orders_List'), call('Orders_List'), call('Orders_List')])).toEqual([
      [orders],
      [orders],
      [orders],
    ]);
    expect(scopesOf(line)).toEqual(bothScopes.slice(0, 1));
    const ordered = [{ type: 'text', text: 'ordered for ada' }];
    expect(await Promise.all([call('Orders_Create'), call('Orders_Create')])).toEqual([ordered, ordered]);
    expect(scopesOf(line)).toEqual(bothScopes);
    // Output that is not a protocol message is an error of the client.
    expect(errors).toEqual([]);
    expect(stderr).toContain('You are signed in.');
    expect(stderr).not.toContain(await keptToken(line));
  },
);

it.runIf(isAll)(
  'toolwire bridge --serve signs in at an MCP server, and serves its tools as Open Tool Calling',
  async () => {
    const line = await start();
    const bridge = line.start('bridge', line.mcpUrl, '--auth', 'login', '--serve', '0', '--toolkit', 'Shop', '--json');
    const ended = once(bridge, 'exit');
    onTestFinished(() => void bridge.kill('SIGKILL'));
    const [text] = (await once(bridge.stdout, 'data')) as [Buffer];
    const { url, tools } = JSON.parse(text.toString()) as { readonly url: string; readonly tools: readonly string[] };
    const called = async (id: string): Promise<unknown> => {
      const response = await fetch(`${url}/tools/call`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ request: { tool_id: id, input: {} } }),
      });
      return response.json();
    };
    const [list = '', create = '', ...more] = tools.map((tool) => tool.replace(/@.*/, ''));
    expect([list, create, more]).toEqual([expect.stringContaining('List'), expect.stringContaining('Create'), []]);
    expect(await called(list)).toMatchObject({ result: { success: true, value: 'orders of ada' } });
    expect(await called(create)).toMatchObject({ result: { success: true, value: 'ordered for ada' } });
    expect(scopesOf(line)).toEqual(bothScopes);
    bridge.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  },
);
