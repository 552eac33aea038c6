import { expect, test } from 'vitest';
import { describeDeferral } from '../src/internal.ts';

test('a caller that can only poll gets the status and progress of the running call', () => {
  const task = { id: 'task-1', pollAfterMs: 1_000 };
  expect(describeDeferral({ kind: 'deferred', task })).toBe('The tool is still running');
  const told = describeDeferral({ kind: 'deferred', task: { ...task, message: '3 of 20' } });
  expect(told).toBe('The tool is still running: 3 of 20');
});
