import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryArtifacts } from '@toolwire/artifacts';
import { createMemoryTaskStore } from '@toolwire/tasks';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { artifact, defineTool, silentLogger, type Toolwire, type ToolwireOptions, toolwire } from '../src/index.ts';

let folder = '';
const closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-tasks-'));
});

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await rm(folder, { recursive: true });
});

const double = defineTool({
  id: 'Work.Double',
  version: '1.0.0',
  description: 'Doubles a number.',
  input: z.object({ n: z.number().describe('The number.') }),
  output: z.number(),
  taskSupport: 'optional',
  run: ({ n }) => n * 2,
});

/** A process of a deployment that shares a file. */
function process(options: Partial<ToolwireOptions> = {}): Toolwire {
  const tasks = { file: join(folder, 'tasks.db'), open: (file: string) => new Libsql(file), allowVolatile: true };
  return toolwire({ tools: [double], tasks, logger: silentLogger, ...options });
}

async function serve(server: Toolwire, work: boolean): Promise<string> {
  const { url, close } = await server.listen(0, { closeOnSignals: false, work });
  closing.push(close);
  return url;
}

/** A port without a listener. A URL must be known before its server listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
}

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const ofMcp = { ...headers, 'mcp-protocol-version': '2025-11-25' };

async function mcp(url: string, method: string, params: object): Promise<Record<string, unknown>> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(`${url}/mcp`, { method: 'POST', headers: ofMcp, body });
  const text = await response.text();
  const json = text.startsWith('{') ? text : (/^data: (\{.*"id":1.*)$/m.exec(text)?.[1] ?? '{}');
  return (JSON.parse(json) as { readonly result: Record<string, unknown> }).result;
}

describe('tasks in a file', () => {
  test('are enqueued by one process, run by a worker, and reported by a third process, over MCP 2025-11-25', async () => {
    const [web, other] = [await serve(process(), false), await serve(process(), false)];
    const begun = await mcp(web, 'tools/call', { name: 'Work_Double', arguments: { n: 21 }, task: {} });
    const { taskId } = begun['task'] as { readonly taskId: string };
    expect(await mcp(other, 'tasks/get', { taskId })).toMatchObject({ status: 'working' });
    const working = await process().work({ closeOnSignals: false });
    closing.push(() => working.close());
    const result = await mcp(other, 'tasks/result', { taskId });
    expect(result).toMatchObject({ structuredContent: { result: 42 } });
    expect(await mcp(web, 'tasks/get', { taskId })).toMatchObject({ status: 'completed' });
  });

  test('a worker rejects a deadline that a timer cannot wait for, and can still be closed', async () => {
    const working = await process().work({ closeOnSignals: false });
    await expect(working.close({ deadlineMs: Number.POSITIVE_INFINITY })).rejects.toMatchObject({
      code: 'TW_OPTION_NUMBER',
    });
    await expect(working.close()).resolves.toBeUndefined();
  });

  test('are returned for the same call ID over Open Tool Calling and Arcade, by any process', async () => {
    const limits = { deferAfterMs: 1 };
    const [web, other] = [await serve(process({ limits }), false), await serve(process({ limits }), false)];
    const call = async (url: string, id: string): Promise<Record<string, unknown>> => {
      const request = { tool_id: 'Work.Double', call_id: id, input: { n: 4 } };
      const body = JSON.stringify({ request });
      const response = await fetch(`${url}/tools/call`, { method: 'POST', headers, body });
      return (await response.json()) as Record<string, unknown>;
    };
    const execute = async (url: string): Promise<Record<string, unknown>> => {
      const body = JSON.stringify({
        execution_id: 'e-1',
        tool: { name: 'Double', toolkit: 'Work', version: '1.0.0' },
        inputs: { n: 5 },
      });
      const response = await fetch(`${url}/worker/tools/invoke`, { method: 'POST', headers, body });
      return (await response.json()) as Record<string, unknown>;
    };
    expect(await call(web, 'c-1')).toMatchObject({
      result: { success: false, error: { can_retry: true, retry_after_ms: 1_000 } },
    });
    expect(await execute(web)).toMatchObject({ success: false, output: { error: { can_retry: true } } });
    const working = await process().work({ closeOnSignals: false });
    closing.push(() => working.close());
    await expect.poll(() => call(other, 'c-1')).toMatchObject({ result: { success: true, value: 8 } });
    await expect.poll(() => execute(other)).toMatchObject({ success: true, output: { value: 10 } });
  });

  test('are listed, canceled and restarted by the operator, and logged', async () => {
    const lines: [level: string, message: string, toolId: unknown][] = [];
    const heard =
      (level: string) =>
      (fields: object, message: string): void =>
        void lines.push([level, message, Reflect.get(fields, 'toolId')]);
    const logger = { debug: heard('debug'), info: heard('info'), warn: heard('warn'), error: heard('error') };
    const server = process({ logger, limits: { deferAfterMs: 1 } });
    const web = await serve(server, false);
    const request = { tool_id: 'Work.Double', call_id: 'c-9', input: { n: 8 } };
    const call = async (): Promise<unknown> => {
      const body = JSON.stringify({ request });
      return (await fetch(`${web}/tools/call`, { method: 'POST', headers, body })).json();
    };
    await call();
    const { admin, only } = { admin: server.tasks, only: (await server.tasks?.list())?.tasks[0] };
    expect(only).toMatchObject({ status: 'working', toolId: 'Work.Double', callId: 'c-9', attempts: 0 });
    expect(await admin?.cancel(only?.id ?? '')).toMatchObject({ status: 'cancelled' });
    expect(await call()).toMatchObject({
      result: { success: false, error: { message: expect.stringContaining('canceled') as string } },
    });
    expect(await admin?.retry(only?.id ?? '')).toMatchObject({ id: only?.id, status: 'working' });
    const working = await server.work({ closeOnSignals: false });
    closing.push(() => working.close());
    await expect.poll(call).toMatchObject({ result: { success: true, value: 16 } });
    await expect
      .poll(() => lines)
      .toEqual(['Task stored', 'Task started', 'Task ended'].map((text) => ['debug', text, 'Work.Double@1.0.0']));
    expect(
      toolwire({ tools: [double], logger: silentLogger }).tasks,
      'of calls that end with the process',
    ).toBeUndefined();
  });

  test('return artifacts in a folder next to the file, which every process serves, also after a restart of all (TASK-32)', async () => {
    const port = await freePort();
    const tools = [
      defineTool({
        id: 'Work.Export',
        version: '1.0.0',
        description: 'Writes a file.',
        taskSupport: 'optional',
        run: () => artifact({ contentType: 'text/csv', description: 'All rows', body: 'a,b' }),
      }),
    ];
    const options = { tools, artifacts: { url: `http://127.0.0.1:${port}` }, limits: { deferAfterMs: 1 } };
    const worker = await process(options).work({ closeOnSignals: false });
    const web = await process(options).listen(port, { closeOnSignals: false, work: false });
    const body = JSON.stringify({ request: { tool_id: 'Work.Export', call_id: 'c-1', input: {} } });
    const ask = async (): Promise<unknown> =>
      (await fetch(`http://127.0.0.1:${port}/tools/call`, { method: 'POST', headers, body })).json();
    const artifactOf = z.object({ artifact: z.object({ url: z.string() }) });
    const address = z.object({ result: z.object({ success: z.literal(true), value: artifactOf }) });
    await expect.poll(async () => address.safeParse(await ask()).success).toBe(true);
    const { url } = address.parse(await ask()).result.value.artifact;
    expect(await (await fetch(url)).text()).toBe('a,b');
    await Promise.all([worker.close(), web.close()]);
    const later = await process(options).listen(port, { closeOnSignals: false, work: false });
    closing.push(() => later.close());
    expect(await (await fetch(url)).text()).toBe('a,b');
    expect((await fetch(url.replace('signature=', 'signature=0'))).status).toBe(403);
    expect(await readdir(join(folder, 'tasks.db-artifacts'))).toHaveLength(3);
  });

  test('are rejected with artifacts that end with the process, and without a folder next to the file', async () => {
    const url = 'http://127.0.0.1:1';
    const store = createMemoryArtifacts({ url });
    const volatile = process({ artifacts: { store } });
    await expect(volatile.work({ closeOnSignals: false })).rejects.toMatchObject({ code: 'TW_ARTIFACTS_END' });
    const allowed = await process({ artifacts: { store, allowVolatile: true } }).work({ closeOnSignals: false });
    closing.push(() => allowed.close());
    expect(() => process({ artifacts: { url }, tasks: undefined })).toThrow('artifacts: { store }');
    const wrong = process({ artifacts: { url: 'tools.example.com' } });
    await expect(wrong.ready()).rejects.toMatchObject({ code: 'TW_OPTION_URL' });
    // Tasks that end with the process end with their artifacts.
    await toolwire({ tools: [double], artifacts: { store }, wires: [store.wire], logger: silentLogger }).ready();
  });

  test('are rejected by listen and work if tasks could be lost', async () => {
    const tasks = {
      file: join(folder, 'nowhere', 'tasks.db'),
      open: (file: string) => new Libsql(file),
      allowVolatile: true,
    };
    const refusal = { code: 'TW_SQLITE_FILE' };
    await expect(process({ tasks }).listen(0, { closeOnSignals: false })).rejects.toMatchObject(refusal);
    await expect(process({ tasks }).work({ closeOnSignals: false })).rejects.toMatchObject(refusal);
  });

  test.each<[what: string, tasks: unknown]>([
    ['a path alone', 'tasks.db'],
    ['a store alone', { store: {} }],
  ])('are not stored in %s, which is reported at startup', (_, tasks) => {
    expect(() => process({ tasks } as Partial<ToolwireOptions>)).toThrow("must be { file: 'tasks.db' }");
  });
});

test.each(['listen', 'work'] as const)(
  '%s reports a worker that fails to stop, and closes the engine, so that the process can end',
  async (start) => {
    const closeEngine = vi.fn();
    const engine = {
      ready: () => Promise.resolve(),
      enqueue: () => Promise.resolve(),
      work: () => ({ stop: () => Promise.reject(new Error('The engine is away.')) }),
      close: closeEngine,
      store: createMemoryTaskStore(),
    };
    const server = toolwire({ tools: [double], tasks: engine, logger: silentLogger });
    const running =
      start === 'listen'
        ? await server.listen(0, { closeOnSignals: false })
        : await server.work({ closeOnSignals: false });
    await expect(running.close()).rejects.toThrow('The engine is away.');
    expect(closeEngine).toHaveBeenCalledOnce();
  },
);
