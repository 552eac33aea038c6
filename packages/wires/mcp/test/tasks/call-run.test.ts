import type { Outcome } from '@toolwire/core';
import { expect, test } from 'vitest';
import type { CallPlan } from '../../src/calling/call-plan.ts';
import type { McpTaskContext } from '../../src/settings/mcp-tasks.ts';
import { createCallRun } from '../../src/tasks/call-run.ts';
import { createTestService } from '../support/service.ts';
import { add } from '../support/tools.ts';

const context: McpTaskContext = {
  taskId: 'a',
  signal: new AbortController().signal,
  ttlMs: 60_000,
  ask: () => Promise.reject(new Error('nobody should have asked')),
  say: () => undefined,
};
const asking = { canAsk: () => true, ask: () => Promise.reject(new Error('nobody should have asked')) };

test('a call that has ended before its task is announced has ended early, though its answer is written later', async () => {
  let write: () => void = () => undefined;
  const written = new Promise<void>((resolve) => {
    write = resolve;
  });
  const [tool] = createTestService([add]).page().tools;
  const outcome: Outcome = { kind: 'value', value: 1 };
  const plan = {
    tool,
    call: {},
    run: () => Promise.resolve(outcome),
    reply: () => written.then(() => ({ result: '{}' })),
  } as unknown as CallPlan;
  const run = createCallRun(plan, asking);
  const end = run.work(context);
  const early = await run.early;
  run.announce();
  write();

  expect(await early.reply).toEqual({ result: '{}' });
  expect(await end).toMatchObject({ status: 'completed' });
});
