import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryIdempotencyStore } from '@toolwire/idempotency';
import Libsql from 'libsql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createCaller, defineTool, silentLogger, type ToolwireOptions, toolwire } from '../src/index.ts';

const keys = [{ id: 'test', key: 'a'.repeat(64) }] as const;

/** A served tool that deletes orders, and the IDs that it deleted. */
async function serve(options: Partial<ToolwireOptions> = {}, deleted: string[] = []) {
  const remove = defineTool({
    id: 'Orders.Delete',
    version: '1.0.0',
    description: 'Deletes an order.',
    input: z.object({ id: z.string().describe('The order.') }),
    output: z.string(),
    annotations: { destructive: true },
    taskSupport: 'optional',
    confirm: ({ id }, { principal }) => `Delete order ${id} of ${principal?.id ?? 'everyone'}?`,
    run: ({ id }) => {
      deleted.push(id);
      return `deleted ${id}`;
    },
  });
  const server = toolwire({ tools: [remove], logger: silentLogger, ...options });
  const { url, close } = await server.listen(0, { closeOnSignals: false, principal: () => ({ id: 'ada' }) });
  onTestFinished(() => close());
  return { url, deleted, server, remove };
}

async function post(url: string, body: object, headers: object = {}): Promise<Record<string, never>> {
  const init = {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  };
  const response = await fetch(url, init);
  return (await response.json()) as Record<string, never>;
}

interface OtcResult {
  readonly success: boolean;
  readonly value?: unknown;
  readonly error?: Record<string, unknown> & {
    readonly confirmation: { readonly token: string; readonly code: string };
  };
}

async function callOtc(url: string, input: object, callId?: string): Promise<OtcResult> {
  const request = { tool_id: 'Orders.Delete', input, ...(callId !== undefined && { call_id: callId }) };
  return (await post(`${url}/tools/call`, { request }))['result'] as never;
}

interface McpResult {
  readonly resultType?: string;
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly inputRequests: Record<string, { readonly method: string; readonly params: object }>;
  readonly requestState: string;
}

const modern = '2026-07-28';

async function callMcp(url: string, input: object, version: string, params: object = {}, capabilities: object = {}) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': version,
    ...(version === modern && { 'mcp-method': 'tools/call', 'mcp-name': 'Orders_Delete' }),
  };
  const call = { name: 'Orders_Delete', arguments: input, ...(version === modern && { _meta: meta }), ...params };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
  return (await post(`${url}/mcp`, body, headers))['result'] as unknown as McpResult;
}

describe('over Open Tool Calling', () => {
  test('a first call is 200 with `success: false`, a hint for the model, and the token for programs', async () => {
    const { url, deleted } = await serve();
    const { success, error } = await callOtc(url, { id: '7' });
    expect({ success, error }).toEqual({
      success: false,
      error: {
        message: 'This call must be confirmed first. The tool did not run. Delete order 7 of ada?',
        additional_prompt_content: expect.stringMatching(
          /^Show this question to the user, .*"confirmation_token": "/s,
        ) as unknown,
        confirmation: {
          code: 'confirmation_required',
          question: 'Delete order 7 of ada?',
          token: expect.any(String) as unknown,
          expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as unknown,
        },
      },
    });
    expect(deleted).toEqual([]);
  });

  test('the next call may have the same call ID, and so may its retry', async () => {
    const { url, deleted } = await serve();
    const { error } = await callOtc(url, { id: '7' }, 'c1');
    const confirmed = { id: '7', confirmation_token: error?.confirmation.token };
    expect(await callOtc(url, confirmed, 'c1')).toMatchObject({ success: true, value: 'deleted 7' });
    expect(await callOtc(url, confirmed, 'c1')).toMatchObject({ success: true, value: 'deleted 7' });
    expect((await callOtc(url, confirmed, 'c2')).error?.confirmation.code).toBe('confirmation_used');
    expect(deleted).toEqual(['7']);
  });

  test('the listing has the parameter', async () => {
    const { url } = await serve();
    const { tools } = (await (await fetch(`${url}/tools`)).json()) as { readonly tools: readonly object[] };
    const properties = { id: { type: 'string' }, confirmation_token: { type: 'string' } };
    expect(tools[0]).toMatchObject({ input_schema: { parameters: { properties, required: ['id'] } } });
  });
});

describe('over MCP', () => {
  test.each(['2025-11-25', modern])('of %s, a client without forms gets the token as text', async (version) => {
    const { url, deleted } = await serve();
    const { isError, content } = await callMcp(url, { id: '7' }, version);
    expect(isError).toBe(true);
    const text = content[0]?.text ?? '';
    expect(text).toContain('Delete order 7 of ada?');
    expect(text).not.toContain('may be tried again');
    const [, confirmation_token = ''] = /"confirmation_token": "([^"]+)"/.exec(text) ?? [];
    expect(deleted).toEqual([]);
    expect(await callMcp(url, { id: '7', confirmation_token }, version)).toMatchObject({
      content: [{ text: 'deleted 7' }],
    });
    expect(deleted).toEqual(['7']);
  });

  test('a client with forms asks its user, and returns the answer', async () => {
    const { url, deleted } = await serve();
    const forms = { elicitation: { form: {} } };
    const first = await callMcp(url, { id: '7' }, modern, {}, forms);
    expect(first).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        'toolwire:confirmation': { method: 'elicitation/create', params: { message: 'Delete order 7 of ada?' } },
      },
    });
    expect(deleted).toEqual([]);
    const { requestState } = first;
    const reply = (action: string, content: object) => ({
      requestState,
      inputResponses: { 'toolwire:confirmation': { action, content } },
    });
    const no = await callMcp(url, { id: '7' }, modern, reply('decline', {}), forms);
    expect(no.content[0]?.text).toContain('The user did not confirm the call');
    expect(deleted).toEqual([]);
    const yes = await callMcp(url, { id: '7' }, modern, reply('accept', { confirm: true }), forms);
    expect(yes).toMatchObject({ content: [{ text: 'deleted 7' }] });
    expect(deleted).toEqual(['7']);
  });
});

test('over Arcade, the error needs context, and has the token for the model', async () => {
  const { url, deleted } = await serve();
  const invoke = (inputs: object) =>
    post(`${url}/worker/tools/invoke`, {
      tool: { toolkit: 'Orders', name: 'Delete', version: '1.0.0' },
      inputs,
      context: {},
    });
  const { output } = (await invoke({ id: '7' })) as never as {
    readonly output: { readonly error: Record<string, string> };
  };
  expect(output.error['kind']).toBe('TOOL_RUNTIME_CONTEXT_REQUIRED');
  const [, confirmation_token = ''] =
    /"confirmation_token": "([^"]+)"/.exec(output.error['additional_prompt_content'] ?? '') ?? [];
  expect(await invoke({ id: '7', confirmation_token })).toMatchObject({
    success: true,
    output: { value: 'deleted 7' },
  });
  expect(deleted).toEqual(['7']);
});

describe('a durable call', () => {
  test('is stored after it is confirmed, runs once, and its retry finds it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'confirm-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const tasks = { file: join(folder, 'tasks.db'), open: (file: string) => new Libsql(file), allowVolatile: true };
    const { url, deleted, server } = await serve({ tasks });
    const stored = async (): Promise<number> => (await server.tasks?.list())?.tasks.length ?? -1;
    const { error } = await callOtc(url, { id: '7' }, 'c1');
    expect(await stored()).toBe(0);
    const confirmed = { id: '7', confirmation_token: error?.confirmation.token };
    expect(await callOtc(url, confirmed, 'c1')).toMatchObject({ success: true, value: 'deleted 7' });
    expect(await stored()).toBe(1);
    expect(await callOtc(url, confirmed, 'c1')).toMatchObject({ success: true, value: 'deleted 7' });
    expect(deleted).toEqual(['7']);
  });
});

describe('two servers with the same keys', () => {
  test('take the store of call IDs, and accept a token once', async () => {
    const shared = { confirm: { keys }, idempotency: { store: createMemoryIdempotencyStore() } };
    const first = await serve(shared);
    const second = await serve(shared, first.deleted);
    const { error } = await callOtc(first.url, { id: '7' });
    const confirmed = { id: '7', confirmation_token: error?.confirmation.token };
    const results = await Promise.all([first, second].map(({ url }) => callOtc(url, confirmed)));
    expect(results.filter(({ success }) => success)).toHaveLength(1);
    expect(first.deleted).toEqual(['7']);
  });
});

test('a caller in the same process confirms with `ask`', async () => {
  const { server, remove, deleted } = await serve();
  const ask = (): Promise<never> =>
    Promise.resolve({ 'toolwire:confirmation': { action: 'accept', content: { confirm: true } } } as never);
  expect(await createCaller(server).value(remove, { id: '7' }, { ask })).toBe('deleted 7');
  await expect(createCaller(server).value(remove, { id: '8' })).rejects.toThrow('must be confirmed first');
  expect(deleted).toEqual(['7']);
});
