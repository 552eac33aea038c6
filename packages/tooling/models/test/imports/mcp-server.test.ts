import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as McpServer2 } from '@modelcontextprotocol/server';
import { fromMcpServer } from '@toolwire/models/from';
import { build } from 'esbuild';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { serveOnEveryWire } from './on-every-wire.ts';

const about = { name: 'weather-server', version: '1.4.2' };
const toolkit = { toolkit: 'Weather' };

/** The same tools on a server of either major of the official SDK. */
describe.each([
  ['@modelcontextprotocol/sdk', () => new McpServer(about)],
  ['@modelcontextprotocol/server', () => new McpServer2(about) as unknown as McpServer],
])('tools of a server of %s', (_package, createServer) => {
  const weatherServer = () => {
    const server = createServer();
    const facts = {
      title: 'Weather',
      description: 'The weather in a city.',
      inputSchema: z.object({ city: z.string().min(2), days: z.coerce.number().default(1) }),
      outputSchema: z.object({ city: z.string(), degrees: z.number() }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    };
    server.registerTool('get_weather', facts, ({ city, days }) => {
      const structuredContent = { city, degrees: 20 + days };
      return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] };
    });
    return server;
  };

  test('keep the text that their author wrote for a value', async () => {
    const server = createServer();
    const outputSchema = z.object({ degrees: z.number() });
    const facts = { description: 'Describes the weather.', inputSchema: z.object({}), outputSchema };
    const content = [{ type: 'text' as const, text: 'It is warm.' }];
    server.registerTool('describe', facts, () => ({ structuredContent: { degrees: 20 }, content }));
    const { call } = await serveOnEveryWire(await fromMcpServer(server, toolkit));
    expect(await call('Weather.describe', 'describe', {})).toMatchObject({
      otc: { kind: 'value', value: { degrees: 20 } },
      mcp: { structuredContent: { degrees: 20 }, content },
    });
  });

  test('answer over every protocol, with title, description, schemas and annotations', async () => {
    const { call, mcp } = await serveOnEveryWire(
      await fromMcpServer(weatherServer(), { ...toolkit, version: '2.1.0' }),
    );
    const value = { city: 'Graz', degrees: 22 };
    expect(await call('Weather.get_weather@2.1.0', 'get_weather', { city: 'Graz', days: 2 })).toMatchObject({
      otc: { kind: 'value', value },
      mcp: { structuredContent: value },
      arcade: { output: { value } },
    });
    expect(await call('Weather.get_weather', 'get_weather', { city: 'G' })).toMatchObject({
      otc: { kind: 'invalid', parameterErrors: { city: expect.any(String) as unknown } },
      mcp: { isError: true },
    });
    const { tools } = await mcp.listTools();
    expect(tools).toMatchObject([
      {
        name: 'get_weather',
        title: 'Weather',
        description: 'The weather in a city.',
        inputSchema: { properties: { city: { type: 'string', minLength: 2 } }, required: ['city'] },
        outputSchema: { properties: { degrees: { type: 'number' } } },
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
    ]);
  });

  test('return their text, or their content unchanged', async () => {
    const server = createServer();
    const blocks = [
      { type: 'text' as const, text: 'A picture:', annotations: { audience: ['user' as const] } },
      { type: 'image' as const, data: 'iVBORw0KGgo=', mimeType: 'image/png' },
    ];
    server.registerTool('say', { description: 'Says.' }, () => ({ content: [{ type: 'text', text: 'Hello' }] }));
    server.registerTool('show', { description: 'Shows.' }, () => ({ content: blocks }));
    const { otc, mcp } = await serveOnEveryWire(await fromMcpServer(server, toolkit));
    expect(await otc.call('Weather.say', {})).toMatchObject({ value: 'Hello' });
    expect(await mcp.callTool({ name: 'show', arguments: {} })).toMatchObject({ content: blocks });
  });

  test('fail with the message of the server, also for an error that a tool throws', async () => {
    const server = createServer();
    server.registerTool('refuse', { description: 'Refuses.' }, () => ({
      isError: true,
      content: [{ type: 'text', text: 'No such city.' }],
    }));
    server.registerTool('throw', { description: 'Throws.' }, () => {
      throw new Error('Out of paper.');
    });
    const { otc } = await serveOnEveryWire(await fromMcpServer(server, toolkit));
    expect(await otc.call('Weather.refuse', {})).toMatchObject({
      kind: 'failed',
      failure: { message: 'No such city.' },
    });
    expect(await otc.call('Weather.throw', {})).toMatchObject({
      kind: 'failed',
      failure: { message: 'Out of paper.' },
    });
  });

  test('report progress to the caller of each call', async () => {
    const server = createServer();
    server.registerTool(
      'count',
      { description: 'Counts.', inputSchema: z.object({ from: z.number() }) },
      async ({ from }, extra) => {
        const { progressToken, notify } = extraOf(extra);
        for (const progress of [from, from + 1]) {
          const params = { progressToken, progress, total: 9, message: `${progress} of 9` };
          await notify({ method: 'notifications/progress', params });
        }
        return { content: [{ type: 'text', text: 'done' }] };
      },
    );
    const { mcp } = await serveOnEveryWire(await fromMcpServer(server, toolkit));
    const count = async (from: number) => {
      const heard: unknown[] = [];
      const onprogress = (progress: unknown) => void heard.push(progress);
      await mcp.callTool({ name: 'count', arguments: { from } }, undefined, { onprogress });
      return heard;
    };
    const [ones, fives] = await Promise.all([count(1), count(5)]);
    expect(ones).toMatchObject([{ progress: 1, total: 9, message: '1 of 9' }, { progress: 2 }]);
    expect(fives).toMatchObject([{ progress: 5 }, { progress: 6, message: '6 of 9' }]);
  });

  test('are canceled when the caller disconnects', async () => {
    const server = createServer();
    const heard = new EventTarget();
    server.registerTool('wait', { description: 'Waits.' }, async (extra) => {
      const { signal } = extraOf(extra);
      heard.dispatchEvent(new Event('started'));
      await once(signal, 'abort');
      heard.dispatchEvent(new Event('left'));
      return { content: [] };
    });
    const { otc } = await serveOnEveryWire(await fromMcpServer(server, toolkit));
    const leaving = new AbortController();
    const [isStarted, hasLeft] = [once(heard, 'started'), once(heard, 'left')];
    const called = otc.call('Weather.wait', {}, { signal: leaving.signal });
    await isStarted;
    leaving.abort();
    await expect(called).rejects.toThrow('abort');
    await hasLeft;
  });

  test('are rejected by name with a fix if they cannot be served', async () => {
    const dashed = createServer();
    dashed.registerTool('get-weather', { description: 'Any.' }, () => ({ content: [] }));
    await expect(fromMcpServer(dashed, toolkit)).rejects.toThrow(
      "overrides: { 'get-weather': { id: 'Weather.get_weather' } }. (TW_TOOL_ID)",
    );
    const silent = createServer();
    silent.registerTool('silent', {}, () => ({ content: [] }));
    await expect(fromMcpServer(silent, toolkit)).rejects.toThrow(
      "Tool 'silent' of fromMcpServer() has no description.",
    );
    const [elsewhere] = InMemoryTransport.createLinkedPair();
    const taken = weatherServer();
    await taken.connect(elsewhere);
    await expect(fromMcpServer(taken, toolkit)).rejects.toThrow(
      /^The server of fromMcpServer\(\) does not list its tools: .*connected.*\(TW_MCP_SERVER\)$/s,
    );
  });
});

test('need the official client, and the error names it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'without-client-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const outfile = join(folder, 'from.mjs');
  const entryPoints = [fileURLToPath(new URL('../../src/from.ts', import.meta.url))];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', conditions: ['@toolwire/source'] });
  const app =
    "import { fromMcpServer } from './from.mjs'; await fromMcpServer({}).catch(({ message }) => console.log(message));";
  await writeFile(join(folder, 'app.mjs'), app);
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'app.mjs')]);
  expect(stdout).toContain(
    'fromMcpServer() needs the package @modelcontextprotocol/client, which could not be loaded.',
  );
});

/** The context of a call, which differs between the major versions. */
interface CallExtra {
  readonly signal: AbortSignal;
  readonly _meta?: { readonly progressToken?: string | number };
  sendNotification(notification: object): Promise<void>;
  notify(notification: object): Promise<void>;
}

function extraOf(extra: object) {
  const isSecond = 'mcpReq' in extra;
  const { signal, _meta: meta, ...call } = (isSecond ? extra.mcpReq : extra) as CallExtra;
  return {
    signal,
    progressToken: meta?.progressToken,
    notify: (notification: object) => (isSecond ? call.notify(notification) : call.sendNotification(notification)),
  };
}
