import { Client as Client2, InMemoryTransport as InMemoryTransport2 } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Server as Server2 } from '@modelcontextprotocol/server';
import { toAnthropic } from '@toolwire/models/anthropic';
import { describe, expect, onTestFinished, test } from 'vitest';

const about = { name: 'any', version: '1.0.0' };
const capabilities = { capabilities: { tools: {} } };
const inputSchema = { type: 'object' as const, properties: { city: { type: 'string' } }, required: ['city'] };
const names = ['get-weather', 'describes', 'is-empty', 'says-nothing', 'fails', 'shows', 'hangs', 'refuses'] as const;

/** A page of one tool for each. */
function listPage(cursor: string | undefined) {
  const place = Number(cursor ?? 0);
  const tool = {
    name: names[place] ?? '',
    description: `Tool ${place}.`,
    inputSchema,
    ...(place === 0 && { title: 'Weather', annotations: { destructiveHint: true } }),
  };
  return { tools: [tool], ...(place + 1 < names.length && { nextCursor: String(place + 1) }) };
}

/** The result of its tools. */
async function callTool(name: string, input: unknown, signal: AbortSignal, hung: (signal: AbortSignal) => void) {
  const text = (said: string) => ({ type: 'text' as const, text: said });
  switch (name) {
    case 'get-weather': {
      const structuredContent = { degrees: 20, input };
      return { content: [text(JSON.stringify(structuredContent))], structuredContent };
    }
    case 'describes':
      return {
        content: [text('20 degrees.'), { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' }, text('Sunny.')],
        structuredContent: { degrees: 20 },
      };
    case 'says-nothing':
      return { content: [] };
    case 'is-empty':
      return { content: [text('')], structuredContent: { degrees: 20 } };
    case 'fails':
      return { isError: true, content: [text('There is no such city.')] };
    case 'shows':
      return {
        content: [
          text('Sunny.'),
          { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' },
          { type: 'resource' as const, resource: { uri: 'file:///a.txt', text: 'Inside.' } },
        ],
      };
    case 'hangs':
      hung(signal);
      return new Promise<never>(() => undefined);
    default:
      throw Object.assign(new Error('city: Must be a string'), { code: -32_602 });
  }
}

type Hung = (signal: AbortSignal) => void;

async function first(hung: Hung) {
  // oxlint-disable-next-line typescript/no-deprecated -- the test has its own pages, which the newer class lists automatically
  const server = new Server(about, capabilities);
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => listPage(params?.cursor));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) =>
    callTool(params.name, params.arguments, signal, hung),
  );
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client(about);
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  onTestFinished(() => client.close());
  return client;
}

async function second(hung: Hung) {
  // oxlint-disable-next-line typescript/no-deprecated -- the test has its own pages, which the newer class lists automatically
  const server = new Server2(about, capabilities);
  server.setRequestHandler('tools/list', ({ params }) => listPage(params?.cursor));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq: { signal } }) =>
    callTool(params.name, params.arguments, signal, hung),
  );
  const [ours, theirs] = InMemoryTransport2.createLinkedPair();
  const client = new Client2(about);
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  onTestFinished(() => client.close());
  return client;
}

describe.each([
  ['@modelcontextprotocol/sdk', first],
  ['@modelcontextprotocol/client', second],
])('a client of %s', (_package, connect) => {
  const ask = (name: string, input: object = { city: 'Graz' }) => [{ type: 'tool_use', id: 'one', name, input }];

  test('lists all pages of its tools', async () => {
    const { tools } = await toAnthropic(await connect(() => undefined));
    expect(tools.map(({ name }) => name)).toEqual(names);
    expect(tools[0]).toMatchObject({ description: 'Tool 0.', input_schema: inputSchema });
  });

  test('calls them by their own names, and models read the results', async () => {
    const { answer } = await toAnthropic(await connect(() => undefined));
    const read = async (name: string): Promise<unknown> => {
      const { content } = await answer(ask(name));
      return [content[0]?.content, content[0]?.is_error];
    };
    expect(await read('get-weather')).toEqual(['{"degrees":20,"input":{"city":"Graz"}}', false]);
    expect(await read('describes')).toEqual(['20 degrees.\nSunny.', false]);
    expect(await read('is-empty')).toEqual(['{"degrees":20}', false]);
    expect(await read('says-nothing')).toEqual(['Done. The tool returned nothing.', false]);
    expect(await read('fails')).toEqual([
      'There is no such city.\n\nDo not call this tool again with the same arguments.',
      true,
    ]);
    expect(await read('shows')).toEqual(['Sunny.\n(image, image/png)\nInside.', false]);
    expect(await read('refuses')).toEqual([expect.stringContaining('city: Must be a string'), true]);
  });

  test('cancels a call when the caller disconnects', async () => {
    const left = new AbortController();
    const canceled: Promise<unknown>[] = [];
    const client = await connect((signal) => {
      canceled.push(new Promise((resolve) => signal.addEventListener('abort', resolve)));
      left.abort();
    });
    const { answer } = await toAnthropic(client);
    const { content } = await answer(ask('hangs'), { signal: left.signal });
    expect(content[0]?.content).toBe('The call was canceled.');
    await Promise.all(canceled);
    expect(canceled).toHaveLength(1);
  });
});

test('a client that is not connected and a server that repeats its pages are rejected', async () => {
  await expect(toAnthropic(new Client(about))).rejects.toMatchObject({ code: 'TW_TOOLS_UNLISTED' });
  const repeating = {
    listTools: () => Promise.resolve({ tools: [], nextCursor: 'again' }),
    callTool: () => Promise.resolve({}),
  };
  await expect(toAnthropic(repeating)).rejects.toThrow('the server repeats a page of its listing');
});
