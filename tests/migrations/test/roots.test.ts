import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { bundleProgram } from '@toolwire/programs';
import { describe, expect, onTestFinished, test } from 'vitest';

const source = new URL('../src/roots/folders.ts', import.meta.url);
const program = bundleProgram(source);
const started = ['/srv/files', '/srv/photos'];
const info = { name: 'editor', version: '1.0.0' };

type Roots = readonly string[] | undefined;
type Carrier = 'HTTP' | 'stdio';

const capabilitiesOf = (roots: Roots) => (roots === undefined ? {} : { roots: {} });
const rootsOf = (roots: Roots) => ({ roots: (roots ?? []).map((uri) => ({ uri })) });

/** Lists the folders with a client of the first SDK. */
async function withClient1(carrier: Carrier, roots: Roots): Promise<unknown> {
  const client = new Client1(info, { capabilities: capabilitiesOf(roots) });
  onTestFinished(() => client.close());
  if (roots !== undefined) client.setRequestHandler(ListRootsRequestSchema, () => rootsOf(roots));
  await client.connect(carrier === 'stdio' ? new Stdio1(command) : new Http1(await listening()));
  return (await client.callTool({ name: 'list_folders' }))['structuredContent'];
}

/** Lists the folders with a client of the second SDK. */
function withClient2(mode: 'auto' | 'legacy') {
  return async (carrier: Carrier, roots: Roots): Promise<unknown> => {
    const client = new Client2(info, { capabilities: capabilitiesOf(roots), versionNegotiation: { mode } });
    onTestFinished(() => client.close());
    if (roots !== undefined) client.setRequestHandler('roots/list', () => rootsOf(roots));
    await client.connect(carrier === 'stdio' ? new Stdio2(command) : new Http2(await listening()));
    return (await client.callTool({ name: 'list_folders' })).structuredContent;
  };
}

const command = { command: process.execPath, args: [program, ...started], stderr: 'ignore' as const };

/** Starts the program over HTTP. */
async function listening(): Promise<URL> {
  const env = { ...process.env, PORT: '0' };
  const child = spawn(process.execPath, [program, ...started], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    if (child.kill('SIGKILL')) await ended;
  });
  const [line] = (await once(child.stdout, 'data')) as readonly unknown[];
  return new URL('/mcp', String(line));
}

const clients = {
  'the first SDK': { list: withClient1, isModern: false },
  'the second SDK': { list: withClient2('auto'), isModern: true },
  'the second SDK, with initialize': { list: withClient2('legacy'), isModern: false },
} as const;

describe.each(Object.entries(clients))('a client of %s', (_name, { list, isModern }) => {
  describe.each(['HTTP', 'stdio'] as const)('over %s', (carrier) => {
    test.each<[string, Roots, readonly string[]]>([
      ['its own folders if it has roots', ['file:///home/ada'], ['/home/ada']],
      ['the folders of the command line if it supports no roots', undefined, started],
      ['the folders of the command line if it has no roots', [], started],
    ])('gets %s (MCP-ASK-01)', async (_what, roots, folders) => {
      expect(await list(carrier, roots)).toEqual(isModern ? folders : { result: folders });
    });
  });
});

test('the page shows the tool', () => {
  const page = readFileSync(new URL('../../../docs/migrate/mcp-sdk.md', import.meta.url), 'utf8');
  const [, tool = ''] = /(const request[\s\S]*?\n}\);\n)/.exec(readFileSync(source, 'utf8')) ?? [];
  expect(tool).not.toBe('');
  expect(page).toContain(tool);
});
