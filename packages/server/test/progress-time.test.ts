import { defineTool } from '@toolwire/core';
import { expect, test } from 'vitest';
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

test('a tool whose caller gets no progress has limits.timeoutMs', async () => {
  expect(await build({ timeoutMs: 400 }, {})).toMatchObject({ kind: 'failed', reason: 'timeout' });
});
