import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { bundleProgram } from '@toolwire/programs';
import { anyRedis, noRedis } from '@toolwire/programs/redis';
import { describe, expect, onTestFinished, test } from 'vitest';

const sources = [
  new URL('../src/session-state/cart.ts', import.meta.url),
  new URL('../src/session-state/shared-cart.ts', import.meta.url),
];
const [cart = '', sharedCart = ''] = sources.map((source) => bundleProgram(source));
const info = { name: 'shopper', version: '1.0.0' };
const command = { command: process.execPath, args: [cart], stderr: 'ignore' as const };

/** Adds an item with one session. */
type AddItem = (item: string) => Promise<unknown>;

async function session1(url: URL | undefined): Promise<AddItem> {
  const client = new Client1(info);
  onTestFinished(() => client.close());
  await client.connect(url === undefined ? new Stdio1(command) : new Http1(url));
  return async (item) => (await client.callTool({ name: 'add_to_cart', arguments: { item } }))['structuredContent'];
}

function session2(mode: 'auto' | 'legacy') {
  return async (url: URL | undefined): Promise<AddItem> => {
    const client = new Client2(info, { versionNegotiation: { mode } });
    onTestFinished(() => client.close());
    await client.connect(url === undefined ? new Stdio2(command) : new Http2(url));
    return async (item) => (await client.callTool({ name: 'add_to_cart', arguments: { item } })).structuredContent;
  };
}

/** Starts a program over HTTP. */
async function listening(program: string, env: Readonly<Record<string, string>> = {}): Promise<URL> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    if (child.kill('SIGKILL')) await ended;
  });
  const [line] = (await once(child.stdout, 'data')) as readonly unknown[];
  return new URL('/mcp', String(line).trim());
}

describe.each([
  ['the first SDK', session1, true],
  ['the second SDK', session2('auto'), false],
  ['the second SDK, with initialize', session2('legacy'), true],
] as const)('a client of %s', (_name, begin, hasSession) => {
  test.each(['HTTP', 'stdio'] as const)('over %s keeps the state of each session', async (carrier) => {
    const url = carrier === 'HTTP' ? await listening(cart) : undefined;
    const [first, second] = [await begin(url), await begin(url)];
    const carts = [await first('tea'), await second('cake'), await first('milk')];
    expect(carts).toEqual([
      { items: ['tea'] },
      { items: ['cake'] },
      { items: hasSession ? ['tea', 'milk'] : ['milk'] },
    ]);
  });
});

test.skipIf(noRedis !== undefined)(
  `a session that moves to another process finds its state in Redis${noRedis === undefined ? '' : ` (${noRedis})`}`,
  async () => {
    const redis = await anyRedis();
    onTestFinished(() => redis.remove());
    const env = { REDIS_URL: redis.url, MCP_STATE_SECRET: 'the same 32 characters for each..' };
    const [one, other] = [await listening(sharedCart, env), await listening(sharedCart, env)];
    const client = new Client1(info);
    onTestFinished(() => client.close());
    const transport = new Http1(one);
    await client.connect(transport);
    const add = (item: string) => ({ name: 'add_to_cart', arguments: { item } });
    expect((await client.callTool(add('tea')))['structuredContent']).toEqual({ items: ['tea'] });
    // The same session at the other process.
    const { sessionId = '' } = transport;
    const moved = new Client1(info);
    onTestFinished(() => moved.close());
    await moved.connect(new Http1(other, { sessionId }));
    expect((await moved.callTool(add('milk')))['structuredContent']).toEqual({ items: ['tea', 'milk'] });
  },
);

test('the page shows both programs', () => {
  const page = readFileSync(new URL('../../../docs/recipes/session-state.md', import.meta.url), 'utf8');
  for (const source of sources) expect(page).toContain(readFileSync(source, 'utf8'));
});
