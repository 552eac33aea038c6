import { once } from 'node:events';
import { Server } from 'node:net';
import { PassThrough } from 'node:stream';
import { anyOf, apiKey } from '@toolwire/auth';
import { jwt } from '@toolwire/auth/jwt';
import { createMemoryTaskEngine, createMemoryTaskStore } from '@toolwire/tasks';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { defineTool, type McpOptions, silentLogger, type ToolwireOptions, toolwire } from '../src/index.ts';

const add = defineTool({
  id: 'Calculator.Add',
  version: '1.0.0',
  description: 'Adds two numbers.',
  input: z.object({ a: z.number().describe('The first number.'), b: z.number().describe('The second number.') }),
  output: z.number(),
  run: ({ a, b }) => a + b,
});

async function call(url: string, request: object): Promise<[number, unknown]> {
  const answer = await fetch(`${url}/tools/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ request }),
  });
  return [answer.status, await answer.json()];
}

async function ask(url: string, message: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', ...message }) })).json();
}

const initialize = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
};

describe('an app', () => {
  const named = { tools: [add], name: 'weather', version: '1.4.0' };

  test('names itself in one place, to MCP clients over HTTP', async () => {
    const { url, close } = await toolwire(named).listen(0);
    const result = { serverInfo: { name: 'weather', version: '1.4.0' } };
    expect(await ask(`${url}/mcp`, initialize)).toMatchObject({ result });
    await close();
  });

  test('names itself in its OpenAPI document, unless the document has a title', async () => {
    for (const [openApi, title] of [
      [true, 'weather'] as const,
      [{ title: 'Weather' }, 'Weather'] as const,
      [{ title: undefined }, 'weather'] as const,
    ]) {
      const { url, close } = await toolwire({ ...named, otc: { openApi } }).listen(0);
      const document: unknown = await (await fetch(`${url}/openapi.json`)).json();
      expect(document).toMatchObject({ info: { title, version: '1.4.0' } });
      await close();
    }
  });

  test('names its authentication in its OpenAPI document', async () => {
    const key = 'a-key-of-the-tests-0123456789-abcdef';
    const auth = anyOf(apiKey({ keys: { me: key }, headers: ['X-Key'] }), jwt({ secret: key, audiences: ['tools'] }));
    const documentOf = async (options: Partial<ToolwireOptions>, headers: Record<string, string> = {}) => {
      const { url, close } = await toolwire({ ...named, otc: { openApi: true }, ...options }).listen(0);
      const response = await fetch(`${url}/openapi.json`, { headers });
      await close();
      return (await response.json()) as Readonly<Record<string, unknown>>;
    };
    const authorization = {
      resource: 'https://a.example.com/mcp',
      authorizationServers: ['https://login.example.com'],
    } as const;
    const schemes = {
      'x-key': { type: 'apiKey', in: 'header', name: 'x-key' },
      bearer: { type: 'http', scheme: 'bearer', description: 'A token of https://login.example.com.' },
    };
    const secured = await documentOf({ auth, mcp: { authorization } }, { 'x-key': key });
    expect(secured).toMatchObject({
      security: [{ 'x-key': [] }, { bearer: [] }],
      components: { securitySchemes: schemes },
    });
    const open = await documentOf({ auth: { verifier: auth, anonymous: true } });
    const path = '/tools/call#Calculator.Add-1.0.0';
    expect(open).toMatchObject({ paths: { [path]: { post: { security: [{ 'x-key': [] }, { bearer: [] }, {}] } } } });
    expect(await documentOf({})).not.toHaveProperty('security');
  });

  test('serves stdio with the MCP options, except for HTTP options', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const overHttp = {
      path: '/mcp',
      allowedOrigins: ['https://app.example.com'],
      authorization: { resource: 'https://tools.example.com/mcp', authorizationServers: ['https://login.example.com'] },
      sessions: false,
    } as const satisfies McpOptions;
    const serving = toolwire({ tools: [add], mcp: { ...overHttp, instructions: 'Add.' } }).stdio({ input, output });
    input.end();
    await expect(serving.closed).resolves.toBeUndefined();
  });

  test('names itself in one place, to MCP clients over stdio', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const serving = toolwire(named).stdio({ input, output });
    input.write(`${JSON.stringify({ jsonrpc: '2.0', ...initialize })}\n`);
    const [line] = (await once(output, 'data')) as [Buffer];
    expect(JSON.parse(String(line))).toMatchObject({ result: { serverInfo: { name: 'weather', version: '1.4.0' } } });
    await serving.close();
  });

  test('may have another name in MCP, and is named toolwire with its version by default', async () => {
    const serverInfo = { name: 'weather-mcp', version: '2.0.0' };
    const other = await toolwire({ ...named, mcp: { serverInfo } }).listen(0);
    expect(await ask(`${other.url}/mcp`, initialize)).toMatchObject({ result: { serverInfo } });
    await other.close();
    const nameless = await toolwire({ tools: [add] }).listen(0);
    const answer = JSON.stringify(await ask(`${nameless.url}/mcp`, initialize));
    expect(answer).toMatch(/"serverInfo":\{"name":"toolwire","version":"\d+\.\d+\.\d+/);
    await nameless.close();
  });

  test('has a version if it has a name', () => {
    expect(() => toolwire({ tools: [add], name: 'weather' })).toThrow('needs both a name and a version');
  });

  test('may omit any protocol, including Open Tool Calling', async () => {
    const { url, close } = await toolwire({ tools: [add], otc: false, logger: silentLogger }).listen(0);
    expect((await fetch(`${url}/tools`)).status).toBe(404);
    expect((await call(url, { tool_id: 'Calculator.Add', input: { a: 1, b: 2 } }))[0]).toBe(404);
    expect(await ask(`${url}/mcp`, initialize)).toHaveProperty('result.serverInfo');
    await close();
  });
});

describe('the nine-line server', () => {
  test('responds to a call, and explains an invalid input', async () => {
    const { url, close } = await toolwire({ tools: [add] }).listen(0);
    expect(await call(url, { tool_id: 'Calculator.Add', call_id: 'c', input: { a: 10, b: 5 } })).toMatchObject([
      200,
      { $schema: 'otc://1.0', result: { call_id: 'c', success: true, value: 15 } },
    ]);
    expect(await call(url, { tool_id: 'Calculator.Add', input: { a: 10, b: 'infinity' } })).toEqual([
      422,
      {
        $schema: 'otc://1.0',
        message: 'Some input parameters are invalid',
        parameter_errors: { b: 'Must be a number, got the string "infinity"' },
      },
    ]);
    await close();
  });

  test('validates tools in plain JSON Schema without setup', async () => {
    const shout = defineTool({
      id: 'Text.Shout',
      version: '1.0.0',
      description: 'Shouts.',
      input: {
        type: 'object',
        properties: { text: { type: 'string', description: 'What to shout.' } },
        required: ['text'],
      },
      output: { type: 'string' },
      run: ({ text }) => String(text).toUpperCase(),
    });
    const { url, close } = await toolwire({ tools: [shout] }).listen(0);
    expect(await call(url, { tool_id: 'Text.Shout', input: { text: 'hey' } })).toMatchObject([
      200,
      { result: { value: 'HEY' } },
    ]);
    expect(await call(url, { tool_id: 'Text.Shout', input: {} })).toMatchObject([
      422,
      { parameter_errors: { text: 'Is required' } },
    ]);
    await close();
  });

  test('serves the same tools over MCP and Arcade, on the same port', async () => {
    const { url, close } = await toolwire({ tools: [add] }).listen(0);
    const post = async (path: string, body: object): Promise<unknown> => {
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    };
    const params = { name: 'Calculator_Add', arguments: { a: 10, b: 5 } };
    expect(await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })).toMatchObject({
      id: 1,
      result: { content: [{ type: 'text', text: '15' }] },
    });
    const tool = { toolkit: 'Calculator', name: 'Add' };
    expect(await post('/tools/execute', { execution_id: 'e', tool, inputs: { a: 10, b: 5 } })).toMatchObject({
      execution_id: 'e',
      output: { value: 15 },
    });
    expect(await post('/worker/tools/invoke', { tool, inputs: { a: 10, b: 5 } })).toMatchObject({
      output: { value: 15, error: null },
    });
    await close();
  });

  test('omits a protocol if configured', () => {
    expect(toolwire({ tools: [add], mcp: false, arcade: false }).paths).toEqual([
      '/health',
      '/tools',
      '/tools/call',
      '/call',
      '/tools/cancel',
    ]);
  });

  test('logs its current tools', () => {
    const server = toolwire({ tools: [add] });
    server.replaceTools([{ ...add, version: '2.0.0' }]);
    expect(server.tools.map(({ version }) => version)).toEqual(['2.0.0']);
  });

  test('OTC-REQ-03 runs a call with one ID once, unless that was turned off', async () => {
    let runs = 0;
    const count = defineTool({ id: 'Test.Count', version: '1.0.0', description: 'Counts.', run: () => ++runs });
    const twice = async (options: object): Promise<readonly unknown[]> => {
      runs = 0;
      const { url, close } = await toolwire({ tools: [count], ...options }).listen(0);
      const values = [];
      for (const call_id of ['same', 'same', undefined]) {
        const [, body] = await call(url, { tool_id: 'Test.Count', call_id });
        values.push((body as { result: { value: unknown } }).result.value);
      }
      await close();
      return values;
    };
    expect(await twice({})).toEqual([1, 1, 2]);
    expect(await twice({ idempotency: false })).toEqual([1, 2, 3]);
  });

  test('explains how to pass tools when they are not passed by name', () => {
    for (const options of [undefined, {}, [add]]) {
      expect(() => toolwire(options as never)).toThrow('toolwire({ tools: [add] })');
    }
  });

  test.each(['use', 'around', 'wires'])('rejects a value that is not a list in %s', (name) => {
    expect(() => toolwire({ tools: [add], logger: silentLogger, [name]: {} })).toThrow(
      `${name} must be a list, got another object. (TW_OPTION_TYPE)`,
    );
  });

  test('does not listen or work with invalid options for signals', async () => {
    const tasks = { store: createMemoryTaskStore(), engine: createMemoryTaskEngine() };
    const server = toolwire({ tools: [add], logger: silentLogger, tasks });
    const work = vi.spyOn(tasks.engine, 'work');
    const options = { closeOnSignals: { deadlineMs: -1 } };
    const listen = vi.spyOn(Server.prototype, 'listen');
    onTestFinished(() => listen.mockRestore());
    await expect(server.listen(0, options)).rejects.toThrow('deadlineMs must be');
    await expect(server.work(options)).rejects.toThrow('deadlineMs must be');
    expect(listen).not.toHaveBeenCalled();
    expect(work).not.toHaveBeenCalled();
  });

  test('rejects an invalid port or host', async () => {
    const server = toolwire({ tools: [add], logger: silentLogger });
    await expect(server.listen('3000x' as never)).rejects.toThrow('The port must be a whole number from 0 to 65535');
    await expect(server.listen(0, '0.0.0.0' as never)).rejects.toThrow('expects an object, such as { host: … }');
  });

  test("logs an error that the app's `values` throws", async () => {
    const lines: unknown[] = [];
    const logger = { ...silentLogger, error: (...line: unknown[]) => void lines.push(line) };
    const values = (): never => {
      throw new Error('ctx broke');
    };
    const { url, close } = await toolwire({ tools: [add], logger }).listen(0, { values });
    expect((await fetch(`${url}/tools`)).status).toBe(500);
    await close();
    const error = expect.objectContaining({ message: 'ctx broke' }) as unknown;
    expect(lines).toEqual([[{ error }, 'A request could not be served']]);
  });

  test('serves its parent process over a pair of streams', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const serving = toolwire({ tools: [add] }).stdio({ input, output });
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
    const [line] = (await once(output, 'data')) as [Buffer];
    expect(JSON.parse(line.toString())).toMatchObject({ id: 1, result: { protocolVersion: '2025-11-25' } });
    await serving.close();
  });
});
