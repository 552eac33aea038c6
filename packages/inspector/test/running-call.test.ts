import { afterEach, expect, test, vi } from 'vitest';
import { callArcade } from '../src/page/calls/call-arcade.ts';
import { callOtc } from '../src/page/calls/call-otc.ts';
import { wait } from '../src/page/calls/poll.ts';
import type { ProtocolName } from '../src/page/calls/protocols.ts';
import { Run } from '../src/page/calls/run.ts';

afterEach(() => vi.unstubAllGlobals());

const tool = { id: 'A.B', version: '1.0.0', name: 'A_B', description: '', inputSchema: {}, outputSchema: {} };

const startRun = (protocol: ProtocolName): Run =>
  new Run(protocol, { tool: { ...tool, problems: [] }, input: {}, context: {}, credentials: {} });

/** A server that responds twice that the call is running. Returns the bodies that it received. */
function serve(running: object, ended: object): readonly unknown[] {
  const received: unknown[] = [];
  vi.stubGlobal('fetch', (_path: string, { body }: RequestInit) => {
    received.push(body);
    return Promise.resolve(
      received.length < 3 ? Response.json(running, { headers: { 'call-running': 'true' } }) : Response.json(ended),
    );
  });
  return received;
}

const error = { message: 'The tool is still running: page 3', can_retry: true, retry_after_ms: 50 };

test.each([
  [
    'otc',
    { result: { success: false, error } },
    { result: { success: true, value: 'done' } },
    (run: Run) => callOtc(run, { call: '/tools/call' }),
  ],
  [
    'arcade',
    { success: false, output: { error } },
    { success: true, output: { value: 'done' } },
    (run: Run) => callArcade(run, '/execute'),
  ],
] as const)('a running call over %s is followed with the same ID until it ends', async (wire, running, ended, call) => {
  const received = serve(running, ended);
  const run = startRun(wire);
  const result = call(run);
  await expect.poll(() => run.task.value).toMatchObject({ taskId: run.id, statusMessage: error.message });
  expect(await result).toMatchObject({ kind: 'value', value: 'done' });
  expect(received).toEqual([expect.stringContaining(run.id), received[0], received[0]]);
});

test('a response over arcade without a result is not a value', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ success: true, output: { foo: 1 } })));
  expect(await callArcade(startRun('arcade'), '/execute')).toMatchObject({ kind: 'broken' });
});

test('a wait that begins after the call was canceled rejects at once', async () => {
  const canceled = AbortSignal.abort(new Error('canceled'));
  await expect(wait(60_000, canceled)).rejects.toThrow('canceled');
});
