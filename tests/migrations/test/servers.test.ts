import process from 'node:process';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerOf, differences } from '../src/differences.ts';
import { programOf, type Side } from '../src/program.ts';
import { serveRoute } from '../src/serve-route.ts';
import { adaKey, type Started, start } from '../src/start.ts';
import { type Further, type ToolCall, type Transcript, visitMcp } from '../src/visit-mcp.ts';

interface Guided {
  readonly start: (side: Side) => Promise<Started>;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly calls: readonly ToolCall[];
  readonly further?: Further;
}

const guides: Readonly<Record<string, Guided>> = {
  'mcp-sdk': {
    start: (side) => start('mcp-sdk', side),
    path: '/mcp',
    calls: [
      ['find_order', { number: 'A-17' }],
      ['find_order', { number: 'B-1' }],
      ['count_stock', { shelves: 3 }],
      ['count_stock', { shelves: 9 }],
      ['sell', {}],
    ],
    further: { resources: ['docs://terms'], prompts: [['chase', { number: 'A-17' }]] },
  },
  fastmcp: {
    start: (side) => start('fastmcp', side),
    path: '/mcp',
    headers: { 'x-api-key': adaKey },
    calls: [
      ['lend_book', { title: 'dune' }],
      ['lend_book', { title: 'emma' }],
      ['lend_book', { title: 7 }],
      ['count_books', {}],
      ['sell', {}],
    ],
  },
  'mcp-nest': {
    start: (side) => start('mcp-nest', side),
    path: '/mcp',
    headers: { 'x-api-key': adaKey },
    calls: [
      ['lend_book', { title: 'dune' }],
      ['lend_book', { title: 'emma' }],
      ['lend_book', { title: 7 }],
      ['sell', {}],
    ],
  },
  'mcp-handler': {
    start: async (side) => {
      const before = side === 'before';
      const route = before ? import('../src/mcp-handler/before.ts') : import('../src/mcp-handler/after.ts');
      return serveRoute('/api/mcp', await route);
    },
    path: '/api/mcp',
    headers: { authorization: `Bearer ${adaKey}` },
    calls: [
      ['roll_dice', { dice: 3 }],
      ['roll_dice', { dice: 7 }],
      ['sell', {}],
    ],
  },
};

/** The routes are loaded into this process, and read the key from its environment. */
const keyBefore = process.env['ADA_KEY'];
beforeAll(() => void (process.env['ADA_KEY'] = adaKey));
afterAll(() => {
  if (keyBefore === undefined) delete process.env['ADA_KEY'];
  else process.env['ADA_KEY'] = keyBefore;
});

async function visit(guided: Guided, side: Side): Promise<Transcript> {
  const { url, stop } = await guided.start(side);
  try {
    const address = new URL(url + guided.path);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const stranger = await fetch(address, { method: 'POST', headers, body });
    await stranger.text();
    const requestInit = { headers: guided.headers ?? {} };
    const transport = new StreamableHTTPClientTransport(address, { requestInit });
    return {
      ...(guided.headers !== undefined && { 'a stranger': stranger.status }),
      ...(await visitMcp(transport, guided.calls, guided.further)),
    };
  } finally {
    await stop();
  }
}

describe.each(Object.entries(guides))('the guide from %s', (name, guided) => {
  test('results in a server that responds like the original, to the same requests of the same client', async () => {
    const before = await visit(guided, 'before');
    const after = await visit(guided, 'after');
    const told = differences[name] ?? [];
    const other = (side: Side): Transcript =>
      Object.fromEntries(told.map((difference) => [difference.request, answerOf(difference[side])]));
    expect(before).toMatchObject(other('before'));
    expect(after).toEqual({ ...before, ...other('after') });
    expect(told.filter((difference) => difference.before === difference.after)).toEqual([]);
  });
});

test('the guide from mcp-sdk results in a stdio program that responds like the original', async () => {
  const transcripts = await Promise.all(
    (['before', 'after'] as const).map((side) => {
      const program = programOf('mcp-sdk-stdio', side);
      return visitMcp(new StdioClientTransport({ command: process.execPath, args: [program] }), [
        ['add_note', { text: 'Buy milk' }],
        ['add_note', { text: 'Drink it' }],
      ]);
    }),
  );
  expect(transcripts[1]).toEqual(transcripts[0]);
  expect(transcripts[0]).toHaveProperty(['add_note({"text":"Drink it"})', 'content', 0, 'text'], 'Note 2 is kept.');
});
