import { expect, it } from 'vitest';
import { RunGate } from '../src/run-gate.ts';

it('lets no other suspect in next to one that runs alone while the worker stops', async () => {
  const gate = new RunGate();
  expect(await gate.enterAlone()).toBe(true);
  const next = gate.enterAlone();
  const other = gate.enter();
  gate.close();
  expect([await next, await other]).toEqual([false, false]);
  gate.leave();
  expect([await gate.enterAlone(), await gate.enter()]).toEqual([false, false]);
});

it('lets a suspect in once all others have left, and the others behind it', async () => {
  const gate = new RunGate();
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
