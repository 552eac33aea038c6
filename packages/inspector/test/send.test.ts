import { afterEach, expect, test, vi } from 'vitest';
import { Run } from '../src/page/calls/run.ts';
import { send } from '../src/page/calls/send.ts';
import { startRun as startCall } from '../src/page/calls/start-run.ts';
import { InspectorClient } from '../src/page/inspector-client.ts';
import type { Credentials } from '../src/page/requests.ts';

afterEach(() => vi.unstubAllGlobals());

const tool = { id: 'A.B', version: '1.0.0', name: 'A_B', description: '', inputSchema: {}, outputSchema: null };

interface Body {
  readonly type: string;
  /** The part of the body that arrives. */
  readonly text: string;
  /** Called when the page waits for more. */
  readonly more: (signal: AbortSignal) => Promise<void>;
}

function startRun({ type, text, more }: Body): Run {
  vi.stubGlobal('fetch', async (_path: string, { signal }: { readonly signal: AbortSignal }) => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
      pull: () => more(signal),
    });
    return new Response(body, { headers: { 'content-type': type } });
  });
  return new Run('otc', { tool: { ...tool, problems: [] }, input: {}, context: {}, credentials: {} });
}

test.each([
  ['application/json', '{"result":'],
  ['text/event-stream', 'data: {"done":1}\n'],
])('a response of %s whose connection breaks is in the request log, with what was received', async (type, text) => {
  const run = startRun({ type, text, more: () => Promise.reject(new Error('the connection broke')) });
  await expect(send(run, { path: '/tools/call', body: {} })).rejects.toThrow('the connection broke');
  const logged = { status: 200, responseBody: text, tookMs: expect.any(Number) as number };
  expect(run.requests.value).toEqual([expect.objectContaining(logged)]);
});

test('a response that the user cancels is in the request log, with what was received', async () => {
  const text = '{"result":';
  const run = startRun({
    type: 'application/json',
    text,
    more: (signal) => {
      setTimeout(() => run.cancel());
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    },
  });
  await expect(send(run, { path: '/tools/call', body: {} })).rejects.toThrow('aborted');
  expect(run.requests.value).toEqual([expect.objectContaining({ status: 200, responseBody: text })]);
});

test.each<[Credentials, string]>([
  [{ authorization: 'Bearer café ☕' }, 'Credentials: the value must have only Latin-1 characters.'],
  [{ 'my header': 'secret' }, 'Credentials: the header must be a name such as authorization.'],
  [{ '': 'secret' }, 'Credentials: the header must be a name such as authorization.'],
])(
  'credentials that a browser cannot send are named in the error of each request: %j',
  async (credentials, problem) => {
    const call = { tool: { ...tool, problems: [] }, input: {}, context: {}, credentials };
    const endpoints = { otc: { call: '/tools/call', list: '/tools' } };
    const run = await new Promise<Run>((resolve) => startCall('otc', call, { endpoints, tools: [] }, resolve));
    expect(run.result.value).toEqual({ kind: 'broken', message: problem });
    const document = { location: { pathname: '/inspector' }, querySelector: () => null } as unknown as Document;
    await expect(new InspectorClient(document).readState(credentials)).rejects.toThrow(problem);
  },
);

test('credentials of Latin-1 characters are sent', async () => {
  const run = startRun({ type: 'application/json', text: '{}', more: () => Promise.reject(new Error('sent')) });
  const call = { ...run.call, credentials: { 'X-API_key.1': 'Bearer\tcafé~' } };
  await expect(send(new Run('otc', call), { path: '/tools/call', body: {} })).rejects.toThrow('sent');
});
