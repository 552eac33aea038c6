import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { callMcpLegacy } from '../src/page/calls/call-mcp-legacy.ts';
import { Run } from '../src/page/calls/run.ts';

afterEach(() => vi.unstubAllGlobals());

const tool = { id: 'A.B', version: '1.0.0', name: 'A_B', description: '', inputSchema: {}, outputSchema: null };

/** A server of MCP 2025-11-25. Returns the methods that it received, in order. */
function serve(call: (signal: AbortSignal) => Promise<Response>): readonly string[] {
  const received: string[] = [];
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    const { method } = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as { readonly method?: string };
    if (init.method === 'DELETE') {
      received.push(`DELETE ${headers.get('mcp-session-id')} ${headers.get('mcp-protocol-version')}`);
      return new Response(null, { status: 204 });
    }
    if (method === 'tools/call' && init.signal instanceof AbortSignal) return call(init.signal);
    // The cancellation takes some time.
    if (method === 'notifications/cancelled') await new Promise((resolve) => setTimeout(resolve, 20));
    received.push(method ?? '');
    return Response.json({ result: {} }, { headers: { 'mcp-session-id': 'the-session' } });
  });
  return received;
}

function rejectedOnAbort(signal: AbortSignal): Promise<Response> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('canceled')));
  });
}

function startRun(): Run {
  return new Run('mcp-2025-11-25', { tool: { ...tool, problems: [] }, input: {}, context: {}, credentials: {} });
}

test('a call over MCP 2025-11-25 ends its session, and the request log shows it', async () => {
  const received = serve(async () => Response.json({ result: { content: [{ type: 'text', text: 'done' }] } }));
  const run = startRun();
  expect(await callMcpLegacy(run, { path: '/mcp', name: 'A_B' })).toMatchObject({ value: 'done' });
  await expect.poll(() => received.at(-1)).toBe('DELETE the-session 2025-11-25');
  await expect.poll(() => run.requests.value.at(-1)).toMatchObject({ method: 'DELETE', requestBody: '', status: 204 });
});

test('a canceled call over MCP 2025-11-25 ends its session once the server has the cancellation', async () => {
  const received = serve(rejectedOnAbort);
  const run = startRun();
  const ended = callMcpLegacy(run, { path: '/mcp', name: 'A_B' });
  await expect.poll(() => run.requests.value.length).toBe(3);
  run.cancel();
  await expect(ended).rejects.toThrow('canceled');
  await expect.poll(() => received.slice(-2)).toEqual(['notifications/cancelled', 'DELETE the-session 2025-11-25']);
});

/** A server whose task never ends. Returns the signals of the requests, by method. */
function serveTask(getTask: (signal: AbortSignal) => Promise<Response>): ReadonlyMap<string, AbortSignal> {
  const signals = new Map<string, AbortSignal>();
  vi.stubGlobal('fetch', async (_path: string, { body, signal }: RequestInit) => {
    const { method = '' } = JSON.parse(typeof body === 'string' ? body : '{}') as { readonly method?: string };
    if (!(signal instanceof AbortSignal)) return Response.json({ result: {} });
    signals.set(method, signal);
    if (method === 'tasks/get') return getTask(signal);
    return method === 'tasks/result'
      ? rejectedOnAbort(signal)
      : Response.json({ result: { task: { taskId: 'the-task' } } }, { headers: { 'mcp-session-id': 'the-session' } });
  });
  return signals;
}

test('a call canceled before the first status of its task leaves no rejection unhandled', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): number => unhandled.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const signals = serveTask(rejectedOnAbort);
  const run = startRun();
  const ended = callMcpLegacy(run, { path: '/mcp', name: 'A_B' });
  await expect.poll(() => signals.has('tasks/get')).toBe(true);
  run.cancel();
  await expect(ended).rejects.toThrow('canceled');
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(unhandled).toEqual([]);
});

test('a call stops to wait for the result of its task when the status cannot be read', async () => {
  const signals = serveTask(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(callMcpLegacy(startRun(), { path: '/mcp', name: 'A_B' })).rejects.toThrow('Failed to fetch');
  expect(signals.get('tasks/result')?.aborted).toBe(true);
});

test('the result of a task is requested with its outcome, which names wrapped values', async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    const message = JSON.parse(typeof body === 'string' ? body : '{}') as { readonly method?: string };
    bodies.push(message);
    if (message.method === 'tools/call') return Response.json({ result: { task: { taskId: 'the-task' } } });
    if (message.method === 'tasks/get') return Response.json({ result: { taskId: 'the-task', status: 'completed' } });
    return Response.json({ result: { content: [], structuredContent: { result: 8 } } });
  });
  await callMcpLegacy(startRun(), { path: '/mcp', name: 'A_B' });
  expect(bodies).toContainEqual(
    expect.objectContaining({
      method: 'tasks/result',
      params: { taskId: 'the-task', _meta: { 'org.opentoolcalling/result': true } },
    }),
  );
});
