import { defineTool, type Stage } from '@toolwire/core';
import { idempotency } from '@toolwire/idempotency/stage';
import { breaker } from '@toolwire/limits/stage';
import { log } from '@toolwire/log/stage';
import { describe, expect, test } from 'vitest';
import { createToolServer, type ToolServerOptions } from '../src/index.ts';
import { callOf, recordingLogger } from './support.ts';

const tool = defineTool({ id: 'A.B', version: '1.0.0', description: 'Runs.', run: () => 1 });

describe.each<readonly [string, Stage]>([
  ['nothing', () => undefined as never],
  ['a promise of nothing', () => Promise.resolve(undefined as never)],
])('middleware that returns %s', (_what, stage) => {
  test.each<readonly [string, Partial<ToolServerOptions>]>([
    ['`use`', { use: [stage] }],
    ['`order`', { order: ['resolve', stage, 'validate', 'requirements'] }],
    ['`around`', { around: [stage] }],
    ['`around`, behind other middleware', { around: [breaker(), idempotency(), stage] }],
    ['the place of `resolve`', { stages: { resolve: stage as never } }],
  ])('in %s is reported as such', async (_where, options) => {
    const thrown: unknown[] = [];
    const calls = recordingLogger();
    const server = createToolServer({
      wires: [],
      tools: [tool],
      logger: recordingLogger(),
      onError: (error) => thrown.push(error),
      ...options,
      use: [log({ logger: calls }), ...(options.use ?? [])],
    });
    const call = callOf('A.B', {}, { callerCallId: 'call-1', principal: { id: 'ada' }, isCallerKnown: true });
    expect(await server.call(call)).toMatchObject({ kind: 'refused', code: 'internal' });
    expect(thrown).toEqual([
      new TypeError('Middleware returned no outcome. Return an outcome, or the result of next().'),
    ]);
    expect(calls.records).toMatchObject([{ fields: { outcome: 'refused', reason: 'internal' } }]);
  });
});
