import { afterEach, expect, test, vi } from 'vitest';
import { Run } from '../src/page/calls/run.ts';
import { send } from '../src/page/calls/send.ts';

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
