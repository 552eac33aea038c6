import { describe, expect, test } from 'vitest';
import { createEndpoint, legacy, modern, requestsResultMeta } from './support/http.ts';
import { legacyRevisions, type Revision } from './support/schemas.ts';
import { createTestService } from './support/service.ts';
import { add } from './support/tools.ts';

const endpoint = createEndpoint(createTestService([add]));
const sum = { name: 'Calculator_Add', arguments: { a: 1, b: 2 } };

type Params = Record<string, unknown> & { _meta: Record<string, unknown> };
type Body = Record<string, unknown> & { params: Params };

/** A valid call with changes to the body and headers. `undefined` removes a header. */
async function sendChanged(
  change: (body: Body) => unknown,
  headers: Readonly<Record<string, string | undefined>> = {},
) {
  const [value, options] = modern('tools/call', sum);
  const changed = change(value as Body) ?? value;
  return endpoint.post(changed, { headers: { ...options.headers, ...headers } });
}

describe('a request of 2026-07-28', () => {
  test('gets its own JSON response (MCP-RPC-05, MCP-HTTP-05)', async () => {
    const answer = await endpoint.post(...modern('tools/call', sum, { id: 'a' }));
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    expect(answer.message).toMatchObject({ id: 'a', result: { resultType: 'complete', structuredContent: 3 } });
    expect(answer.headers).not.toHaveProperty('mcp-session-id');
  });

  test('ignores session and event headers (MCP-RPC-08)', async () => {
    const answer = await sendChanged(() => undefined, { 'mcp-session-id': 's', 'last-event-id': '7' });
    expect(answer.message.result).toMatchObject({ structuredContent: 3 });
  });

  test.each([
    ['no _meta', (b: Body) => ({ ...b, params: sum })],
    ['no version', (b: Body) => void delete b.params._meta['io.modelcontextprotocol/protocolVersion']],
    ['no capabilities', (b: Body) => void delete b.params._meta['io.modelcontextprotocol/clientCapabilities']],
    ['a version that is no text', (b: Body) => meta(b, 'protocolVersion', 7)],
    ['capabilities that are a list', (b: Body) => meta(b, 'clientCapabilities', [])],
    ['a capability that is no object', (b: Body) => meta(b, 'clientCapabilities', { sampling: true })],
    ['a client without a version', (b: Body) => meta(b, 'clientInfo', { name: 'x' })],
    ['a client that is a text', (b: Body) => meta(b, 'clientInfo', 'x')],
    ['a log level that is none', (b: Body) => meta(b, 'logLevel', 'loud')],
    ['a progress token that is a fraction', (b: Body) => void (b.params._meta['progressToken'] = 1.5)],
    ['a progress token of 257 characters', (b: Body) => void (b.params._meta['progressToken'] = 'p'.repeat(257))],
  ])('must describe its client: %s is -32602 with 400 (MCP-META-02)', async (_, change) => {
    const { status, message } = await sendChanged(change);
    expect([status, message.error?.code, message.id]).toEqual([400, -32602, 1]);
  });

  test('has an id of at most 256 characters, since streams repeat it', async () => {
    const longest = 'i'.repeat(256);
    const answer = await endpoint.post(...modern('tools/call', sum, { id: longest }));
    expect(answer.message).toMatchObject({ id: longest, result: { structuredContent: 3 } });
    const refused = await sendChanged((b) => ({ ...b, id: `${longest}i` }));
    expect([refused.status, refused.message.error?.code, 'id' in refused.message]).toEqual([400, -32600, false]);
    expect(refused.message.error?.message).toBe(
      'The "id" of a request must be a string of at most 256 characters, or an integer',
    );
  });

  test('gets an error with the missing members', async () => {
    const { message } = await sendChanged((b) => ({ ...b, params: sum }));
    expect(message.error?.data).toEqual({
      missing: ['io.modelcontextprotocol/protocolVersion', 'io.modelcontextprotocol/clientCapabilities'],
    });
    expect(message.error?.message).toContain('"io.modelcontextprotocol/protocolVersion"');
  });

  test('does not need client information', async () => {
    const [value, options] = modern('server/discover', {}, { meta: {} });
    expect((await endpoint.post(value, options)).status).toBe(200);
  });

  test('of an unsupported version is -32022 with the supported versions (MCP-META-04)', async () => {
    for (const version of ['1900-01-01', '2025-11-25', '2099-01-01']) {
      const { status, message } = await sendChanged((b) => meta(b, 'protocolVersion', version), {
        'mcp-protocol-version': version,
      });
      expect([status, message.error?.code]).toEqual([400, -32022]);
      expect(message.error?.data).toEqual({ supported: ['2026-07-28'], requested: version });
    }
  });

  test.each([
    ['another version', { 'mcp-protocol-version': '2025-11-25' }],
    ['no version', { 'mcp-protocol-version': undefined }],
    ['another method', { 'mcp-method': 'tools/list' }],
    ['the method in capitals', { 'mcp-method': 'TOOLS/CALL' }],
    ['no method', { 'mcp-method': undefined }],
    ['another tool', { 'mcp-name': 'Calculator_Sub' }],
    ['no tool', { 'mcp-name': undefined }],
    ['a tool in broken base64', { 'mcp-name': '=?base64?###?=' }],
    ['a tool in base64 without its padding', { 'mcp-name': '=?base64?Q2FsY3VsYXRvcl9BZGQ?=' }],
    ['a tool that is not ASCII', { 'mcp-name': 'Calculator_Äd' }],
  ])('has headers that match its body: %s is -32020 with 400 (MCP-HEAD-02)', async (_, headers) => {
    const { status, message } = await sendChanged(() => undefined, headers);
    expect([status, message.error?.code, message.id]).toEqual([400, -32020, 1]);
  });

  test('may have white space around header values, and a base64 name (MCP-HEAD-03)', async () => {
    const name = `=?base64?${btoa('Calculator_Add')}?=`;
    const headers = { 'mcp-method': ' tools/call\t', 'mcp-protocol-version': ' 2026-07-28 ', 'mcp-name': ` ${name} ` };
    expect((await sendChanged(() => undefined, headers)).status).toBe(200);
  });

  test('gets its outermost error first', async () => {
    const wrongAll = { 'mcp-protocol-version': 'x', 'mcp-method': undefined, 'mcp-name': undefined };
    expect((await sendChanged((b) => ({ ...b, params: sum }), wrongAll)).message.error?.code).toBe(-32022);
    const unknown = await sendChanged((b) => meta(b, 'protocolVersion', 'x'), wrongAll);
    expect(unknown.message.error?.code).toBe(-32022);
    const differing = await sendChanged((b) => meta(b, 'protocolVersion', 'y'), wrongAll);
    expect(differing.message.error?.code).toBe(-32020);
    const noMethod = await sendChanged((b) => void ((b as Record<string, unknown>)['method'] = 'x/y'), {
      'mcp-method': undefined,
    });
    expect(noMethod.message.error?.code).toBe(-32020);
  });

  test.each([
    'initialize',
    'ping',
    'logging/setLevel',
    'resources/subscribe',
    'unknown/method',
    '__proto__',
    'toString',
  ])('for an unknown method such as %s is -32601 with 404 (MCP-HTTP-09)', async (method) => {
    const { status, message } = await endpoint.post(...modern(method));
    expect([status, message.error?.code, message.id]).toEqual([404, -32601, 1]);
  });

  test.each([
    ['no name', { arguments: {} }],
    ['a name that is a number', { ...sum, name: 7 }],
    ['arguments that are a list', { ...sum, arguments: [] }],
    ['arguments of null', { ...sum, arguments: null }],
    ['arguments that are a text', { ...sum, arguments: '{}' }],
    ['a request state that is an object', { ...sum, requestState: {} }],
    ['input responses that are a list', { ...sum, inputResponses: [] }],
  ])('to call a tool needs valid parameters: %s is -32602 with 200', async (_, params) => {
    const { status, message } = await endpoint.post(...modern('tools/call', params));
    expect([status, message.error?.code]).toEqual([200, -32602]);
  });

  test('may contain a valid call ID', async () => {
    const service = createTestService([add]);
    const own = createEndpoint(service);
    const id = { 'org.opentoolcalling/call_id': 'order-7', ...requestsResultMeta };
    const { message } = await own.post(...modern('tools/call', sum, { meta: id }));
    // A retry after a deploy: only a versioned name contains a version.
    expect(service.calls).toMatchObject([{ callId: 'order-7', callerCallId: 'order-7', toolId: add.id }]);
    expect(message.result?.['_meta']).toMatchObject({ 'org.opentoolcalling/result': { call_id: 'order-7' } });
    await own.post(...modern('tools/call', sum));
    expect(service.calls[1]).toMatchObject({ callerCallId: undefined, callId: expect.any(String) as string });
    for (const wrong of ['', 7, 'x'.repeat(257)]) {
      const refused = await own.post(...modern('tools/call', sum, { meta: { 'org.opentoolcalling/call_id': wrong } }));
      expect(refused.message.error?.code).toBe(-32602);
    }
  });

  test('has its trace in _meta, or else in the headers', async () => {
    const service = createTestService([add]);
    const own = createEndpoint(service);
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01';
    const [value, { headers }] = modern('tools/call', sum, { meta: { traceparent } });
    await own.post(value, { headers: { ...headers, traceparent: 'other', tracestate: 'a=1' } });
    const [call] = service.calls;
    expect(call?.traceId).toBe('0af7651916cd43dd8448eb211c80319c');
    expect(['traceparent', 'tracestate', 'baggage'].map((field) => call?.propagated?.(field))).toEqual([
      traceparent,
      'a=1',
      undefined,
    ]);
  });

  test('gets its trace in the _meta of the result, where supported (MCP-META-05)', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01';
    const traced = async (sent: unknown, revision?: Revision) => {
      const [value, options] =
        revision === undefined
          ? modern('tools/call', sum, { meta: { traceparent: sent, ...requestsResultMeta } })
          : legacy(revision, 'tools/call', { ...sum, _meta: { traceparent: sent, ...requestsResultMeta } });
      const { message } = await endpoint.post(value, options);
      return (message.result?.['_meta'] as { readonly traceparent?: unknown } | undefined)?.traceparent;
    };
    expect(await traced(traceparent)).toBe(traceparent);
    expect(await traced(`01${traceparent.slice(2)}-"more`)).toBe(`01${traceparent.slice(2)}-"more`);
    for (const revision of legacyRevisions) {
      expect(await traced(traceparent, revision)).toBe(revision >= '2025-06-18' ? traceparent : undefined);
    }
    for (const wrong of [
      7,
      'x',
      traceparent.toUpperCase(),
      `${traceparent}-more`,
      `${traceparent}-`,
      `ff${traceparent.slice(2)}`,
      traceparent.replace(/-[^-]{32}-/, `-${'0'.repeat(32)}-`),
      traceparent.replace(/-[^-]{16}-/, `-${'0'.repeat(16)}-`),
    ]) {
      expect(await traced(wrong)).toBeUndefined();
    }
  });

  test('runs for the authenticated user', async () => {
    const service = createTestService([add]);
    const [value, options] = modern('tools/call', sum);
    await createEndpoint(service).post(value, { ...options, principal: { id: 'ada' } });
    expect(service.calls).toMatchObject([{ context: { userId: 'ada', authorization: [], secrets: [] } }]);
  });

  test('is canceled by a disconnect', async () => {
    const service = createTestService([add]);
    const controller = new AbortController();
    const [value, options] = modern('tools/call', sum);
    await createEndpoint(service).post(value, { ...options, signal: controller.signal });
    controller.abort();
    expect(service.calls[0]?.lifetime.signal.aborted).toBe(true);
  });
});

describe('a notification of 2026-07-28', () => {
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'notifications/x' };

  test('is accepted with 202 and no body (MCP-RPC-04, MCP-HTTP-03)', async () => {
    const answer = await endpoint.open({ jsonrpc: '2.0', method: 'notifications/x' }, { headers });
    expect(answer).toMatchObject({ status: 202 });
    expect(answer.body).toBeUndefined();
  });

  test('is rejected without an id when its headers differ (MCP-HTTP-04)', async () => {
    const { status, message } = await endpoint.post({ jsonrpc: '2.0', method: 'notifications/y' }, { headers });
    expect([status, message.error?.code, 'id' in message]).toEqual([400, -32020, false]);
  });

  test('is rejected for an unknown revision (MCP-HEAD-01)', async () => {
    const value = {
      jsonrpc: '2.0',
      method: 'notifications/x',
      params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } },
    };
    const sent = { headers: { ...headers, 'mcp-protocol-version': '2099-01-01' } };
    const { status, message } = await endpoint.post(value, sent);
    expect([status, message.error?.code, 'id' in message]).toEqual([400, -32022, false]);
  });
});

describe('an invalid message', () => {
  const headers = { 'mcp-protocol-version': '2026-07-28' };

  test.each([
    ['a text', 'hello', undefined],
    ['null', null, undefined],
    ['a list', [{ jsonrpc: '2.0', id: 1, method: 'ping' }], undefined],
    ['nothing of JSON-RPC', { id: 1, method: 'ping' }, 1],
    ['another JSON-RPC', { jsonrpc: '1.0', id: 'x', method: 'ping' }, 'x'],
    ['an id of null', { jsonrpc: '2.0', id: null, method: 'ping' }, undefined],
    ['an id that is a fraction', { jsonrpc: '2.0', id: 1.5, method: 'ping' }, undefined],
    ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'ping' }, undefined],
    ['a method that is a number', { jsonrpc: '2.0', id: 1, method: 7 }, 1],
    ['no method', { jsonrpc: '2.0', id: 1 }, 1],
    ['parameters that are a list', { jsonrpc: '2.0', id: 1, method: 'ping', params: [] }, 1],
    ['parameters of null', { jsonrpc: '2.0', id: 1, method: 'ping', params: null }, 1],
    ['a _meta that is a list', { jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta: [] } }, 1],
    ['an answer', { jsonrpc: '2.0', id: 1, result: {} }, undefined],
    ['an answer that is an error', { jsonrpc: '2.0', id: 1, error: { code: 1, message: '' } }, undefined],
  ])('is -32600 with 400: %s (MCP-RPC-01, MCP-RPC-02, MCP-RPC-03)', async (_, value, id) => {
    const { status, message } = await endpoint.post(value, { headers });
    expect([status, message.error?.code, message.id]).toEqual([400, -32600, id]);
  });

  test.each([
    ['not_json', 400, -32700],
    ['empty', 400, -32700],
    ['encoding', 400, -32700],
    ['interrupted', 400, -32700],
    ['too_deep', 400, -32600],
    ['too_large', 413, -32600],
    ['media_type', 415, -32600],
  ] as const)('gets the status of its problem: %s is %i', async (problem, status, code) => {
    const body = { ok: false, problem, detail: 'The body is wrong' } as const;
    const answer = await endpoint.post(undefined, { headers, body });
    expect([answer.status, answer.message.error?.code, 'id' in answer.message]).toEqual([status, code, false]);
    expect(answer.message.error?.message).toBe('The body is wrong');
    const early = await endpoint.post(undefined, { body });
    expect(early.message.id).toBeNull();
  });
});

function meta(body: Body, key: string, value: unknown): void {
  body.params._meta[`io.modelcontextprotocol/${key}`] = value;
}
