import { expect, it } from 'vitest';
import { CrashSuspectGate } from '../src/worker/crash-suspect-gate.ts';

it('admits no other suspect next to an isolated call while the worker stops', async () => {
  const gate = new CrashSuspectGate();
  expect(await gate.enterAlone()).toBe(true);
  const next = gate.enterAlone();
  const other = gate.enter();
  gate.close();
  expect([await next, await other]).toEqual([false, false]);
  gate.leave();
  expect([await gate.enterAlone(), await gate.enter()]).toEqual([false, false]);
});

it('admits a suspect after all other calls have ended, and later calls after it', async () => {
  const gate = new CrashSuspectGate();
  expect([await gate.enter(), await gate.enter()]).toEqual([true, true]);
  const suspect = gate.enterAlone();
  const other = gate.enter();
  gate.leave();
  gate.leave();
  expect(await suspect).toBe(true);
  gate.leave();
  expect(await other).toBe(true);
  gate.close();
});
