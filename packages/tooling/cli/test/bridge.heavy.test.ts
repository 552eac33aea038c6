import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { joinBridge } from './support/bridged-client.ts';
import { buildCli, type Cli, openCli } from './support/cli-process.ts';
import { listWith, objectWith } from './support/matchers.ts';
import { startModernServer, startSessionServer } from './support/official-http.ts';
import { startsProgram } from './support/programs.ts';
import { createTestServer } from './support/tools.ts';

type Listening = Awaited<ReturnType<ReturnType<typeof createTestServer>['listen']>>;

const key = 'a-key-of-the-tests-0123456789-0123456789';
const official = startsProgram('official-server');

let built: Cli;
let cli: Cli;
let program: string;
let guarded: Listening;
beforeAll(async () => {
  [built, cli] = await Promise.all([buildCli(), openCli()]);
  program = join(built.folder, 'bin.mjs');
  guarded = await createTestServer({ apiKey: key }).listen(0, { closeOnSignals: false });
});
afterAll(() => Promise.all([built.remove(), cli.remove(), guarded.close()]));

// Each is a separate bridge: all of them with `--all`, otherwise one of each kind.
const isAll = process.env['TEST_SCOPE'] === 'all';
const revisions = (['legacy', 'auto'] as const).slice(isAll ? 0 : 1);
const plainWires = ['otc', 'arcade'].slice(isAll ? 0 : 1);

/** A server of ours that can be killed, and be there again at the same port. */
async function startMortal(port = 0): Promise<Listening & { readonly kill: () => Promise<void> }> {
  const listening = await createTestServer().listen(port, { closeOnSignals: false });
  const { server } = listening;
  const kill = async (): Promise<void> => {
    const gone = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await gone;
  };
  onTestFinished(() => (server.listening ? kill() : undefined));
  return { ...listening, kill };
}

describe('toolwire bridge, an MCP server over stdio', () => {
  it.each(revisions)('forwards all messages, and reconnects when the server restarts (%s)', async (mode) => {
    const first = await startMortal();
    const bridged = await joinBridge(program, [`${first.url}/mcp`], { mode });
    expect(await bridged.tools()).toContain('Calculator_Add');
    expect(await bridged.call('Calculator_Add', { a: 10, b: 5 })).toBe('15');
    await expect(bridged.client.callTool({ name: 'no-such-tool', arguments: {} })).rejects.toThrow(/no-such-tool/);
    await first.kill();
    const waiting = bridged.call('Calculator_Add', { a: 20, b: 5 });
    await vi.waitFor(() => expect(bridged.stderr()).toContain('connection failed'), 20_000);
    const second = await startMortal(first.port);
    expect(second.port).toBe(first.port);
    expect(await waiting).toBe('25');
    expect(await bridged.tools()).toContain('Calculator_Add');
    expect(bridged.errors).toEqual([]);
  });

  it('serves the official client of the first SDK, also after a restart of the server', async () => {
    const first = await startMortal();
    const client = new FirstClient({ name: 'tests', version: '1.0.0' });
    const errors: Error[] = [];
    client.onerror = (error) => void errors.push(error);
    onTestFinished(() => client.close());
    await client.connect(
      new FirstTransport({
        command: process.execPath,
        args: [program, 'bridge', `${first.url}/mcp`],
        stderr: 'ignore',
      }),
    );
    const add = (a: number): Promise<unknown> => client.callTool({ name: 'Calculator_Add', arguments: { a, b: 5 } });
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('Calculator_Add');
    expect(await add(10)).toMatchObject({ content: [{ type: 'text', text: '15' }] });
    await first.kill();
    await startMortal(first.port);
    expect(await add(20)).toMatchObject({ content: [{ type: 'text', text: '25' }] });
    expect(errors).toEqual([]);
  });

  it('forwards the requests of an official server with sessions, and starts a new session after a restart of the server', async () => {
    const first = await startSessionServer();
    const bridged = await joinBridge(program, [first.url]);
    expect(await bridged.call('greet')).toBe('accept Ada');
    first.close();
    const second = await startSessionServer(Number(new URL(first.url).port));
    onTestFinished(() => second.close());
    expect(await bridged.call('greet')).toBe('accept Ada');
    expect(bridged.stderr()).toContain('Server restarted');
    expect(bridged.errors).toEqual([]);
  });

  it('repeats values in headers as the newest revision requires', async () => {
    const modern = await startModernServer();
    onTestFinished(() => modern.close());
    const bridged = await joinBridge(program, [modern.url], { mode: 'auto' });
    expect(await bridged.tools()).toEqual(['add']);
    expect(await bridged.call('add', { a: 1, b: 2, city: 'Zürich' })).toBe('3 Zürich');
  });

  it('writes only messages to stdout', async () => {
    const { url } = await startMortal();
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'lines', version: '1' } };
    const call = { name: 'Tests_Slow', arguments: {}, _meta: { progressToken: 'p' } };
    const input = [
      'no JSON',
      '',
      JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }),
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'tools/call', params: call }),
      '[{"jsonrpc":"2.0","id":2,"method":"no/such"}]',
    ];
    const { code, stdout, stderr } = await built.run(['bridge', '--raw', url], { input: input.join('\n') });
    const messages = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(messages).toEqual(
      listWith(
        { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Invalid JSON.' } },
        objectWith({ id: 0, result: objectWith({ protocolVersion: '2025-11-25' }) }),
        objectWith({ method: 'notifications/progress', params: objectWith({ progressToken: 'p', progress: 1 }) }),
        objectWith({ id: 'a', result: objectWith({ content: [{ type: 'text', text: 'done' }] }) }),
        objectWith({ id: 2, error: objectWith({ code: -32_601 }) }),
      ),
    );
    expect(messages).toHaveLength(5);
    expect(stderr).toContain('forwarded as is.');
    expect(stderr).toContain('> POST');
    expect(code).toBe(0);
  });
});

describe('toolwire bridge, other servers as MCP', () => {
  it.each(['otc', 'arcade'])('serves the tools of %s, with its own credentials and secrets', async (wire) => {
    const url = wire === 'otc' ? guarded.url : (await startMortal()).url;
    const args = [url, '--wire', wire, '--secret', 'WEATHER_KEY=hidden'];
    const bridged = await joinBridge(program, args, { environment: { TOOLWIRE_API_KEY: key } });
    expect(await bridged.call('Calculator_Add', { a: 10, b: 5 })).toBe('15');
    expect(await bridged.call('Tests_Secret')).toBe('told');
    const wrong = await bridged.client.callTool({ name: 'Calculator_Add', arguments: { a: 'x' } });
    expect(wrong.isError).toBe(true);
    expect(JSON.stringify(wrong.content)).toContain('b');
    expect(bridged.errors).toEqual([]);
    expect(bridged.stderr()).not.toContain('hidden');
  });

  it.each(plainWires)('waits for an unavailable server of %s, and calls it after its restart', async (wire) => {
    const first = await startMortal();
    const bridged = await joinBridge(program, [first.url, '--wire', wire, '--raw']);
    expect(await bridged.call('Calculator_Add', { a: 10, b: 5 })).toBe('15');
    await first.kill();
    const sent = (): number => bridged.stderr().split('> POST').length;
    const before = sent();
    const waiting = bridged.call('Calculator_Add', { a: 20, b: 5 });
    await vi.waitFor(() => expect(sent()).toBeGreaterThan(before), 20_000);
    await startMortal(first.port);
    expect(await waiting).toBe('25');
    expect(bridged.errors).toEqual([]);
  });

  it('is a server for toolwire call too', async () => {
    const args = [
      'call',
      'Calculator.Add',
      'a=10',
      'b=5',
      '--',
      process.execPath,
      program,
      'bridge',
      guarded.url,
      '--api-key',
      key,
    ];
    expect(await cli.run(args)).toMatchObject({ code: 0, stdout: '15\n' });
  });

  it.each([
    [['bridge'], 2, 'TARGET is missing'],
    [['bridge', 'http://127.0.0.1:1', 'more'], 2, 'takes one TARGET'],
    [['bridge', 'http://127.0.0.1:1', '--serve', '70000'], 2, '--serve must be a port'],
    [['bridge', 'http://127.0.0.1:1', '--toolkit', 'a-b'], 2, '--toolkit must contain only'],
    [['bridge', 'http://127.0.0.1:1'], 3, 'could not be reached'],
    [['bridge', 'http://127.0.0.1:1/mcp'], 3, 'connection failed'],
  ])('ends %j with %i, and an empty stdout', async (args, code, message) => {
    const ended = await cli.run(args);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toContain(message);
  });
});

describe('toolwire bridge --serve', () => {
  it('serves an MCP server over every protocol, restarts it after a crash, and leaves nothing behind', async () => {
    const pidFile = join(cli.folder, 'official.pid');
    const pid = async (): Promise<number> => Number(await readFile(pidFile, 'utf8'));
    const child = spawn(process.execPath, [program, 'bridge', '--json', '--serve', '0', '--', ...official, pidFile]);
    const [text] = (await once(child.stdout, 'data')) as [Buffer];
    const { url, tools } = JSON.parse(text.toString()) as { readonly url: string; readonly tools: readonly string[] };
    expect(tools).toEqual(['official.add@1.0.0']);
    const called = await cli.run(['call', url, 'official.add', 'a=10', 'b=5']);
    expect(called).toMatchObject({ code: 0, stdout: '15\n' });
    const first = await pid();
    process.kill(first, 'SIGKILL');
    await vi.waitFor(async () => {
      const body = JSON.stringify({ request: { tool_id: 'official.add', input: { a: 20, b: 5 } } });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${url}/tools/call`, { method: 'POST', headers, body });
      expect(await answer.json()).toMatchObject({ result: { success: true, value: '25' } });
    });
    const second = await pid();
    expect(second).not.toBe(first);
    const asMcp = await cli.run(['call', `${url}/mcp`, 'add', 'a=1', 'b=1']);
    expect(asMcp).toMatchObject({ code: 0, stdout: '2\n' });
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(() => process.kill(second, 0)).toThrow('ESRCH');
  });
});
