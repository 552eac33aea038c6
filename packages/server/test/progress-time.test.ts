import { defineTool } from '@toolwire/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCaller, createToolServer, type ServerLimits, silentLogger } from '../src/index.ts';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const slow = defineTool({
  id: 'Report.Build',
  version: '1.0.0',
  description: 'Builds a report in six steps.',
  run: async (_, { progress }) => {
    for (let step = 1; step <= 6; step += 1) {
      await sleep(100);
      progress(step, 6);
    }
    return 'built';
  },
});

const endless = defineTool({
  id: 'Report.Watch',
  version: '1.0.0',
  description: 'Reports each minute until its call ends.',
  run: async (_, { progress, signal }) => {
    for (let step = 1; !signal.aborted; step += 1) {
      await sleep(60_000);
      progress(step);
    }
  },
});

const build = (limits: ServerLimits, settings: object) =>
  createCaller(createToolServer({ tools: [slow], wires: [], limits, logger: silentLogger }))(
    'Report.Build',
    {},
    settings,
  );

test('a tool that reports progress may take longer than limits.timeoutMs, up to limits.maxTimeMs', async () => {
  const reportProgress = () => undefined;
  expect(await build({ timeoutMs: 400 }, { reportProgress })).toMatchObject({ kind: 'value', value: 'built' });
  expect(await build({ timeoutMs: 400, maxTimeMs: 450 }, { reportProgress })).toMatchObject({
    kind: 'failed',
    failure: { message: 'The tool did not answer within 450 milliseconds.' },
  });
});

test('a tool that reports progress ends after ten minutes by default, or after a longer limits.timeoutMs', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const minutes = 60_000;
  for (const [timeoutMs, expectedMs] of [
    [2 * minutes, 10 * minutes],
    [11 * minutes, 11 * minutes],
  ] as const) {
    const server = createToolServer({ tools: [endless], wires: [], limits: { timeoutMs }, logger: silentLogger });
    const ended = vi.fn();
    const call = createCaller(server)(endless, {}, { reportProgress: () => undefined }).then(ended);
    await vi.advanceTimersByTimeAsync(expectedMs - 1);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await call;
    expect(ended.mock.calls).toMatchObject([[{ kind: 'failed', reason: 'timeout' }]]);
  }
});

test('a tool whose caller gets no progress has limits.timeoutMs', async () => {
  expect(await build({ timeoutMs: 400 }, {})).toMatchObject({ kind: 'failed', reason: 'timeout' });
});
