import { expect, test } from 'vitest';
import { areAskable, describeDeferral } from '../src/internal.ts';

test('a caller gets either all or none of the input requests', () => {
  const form = { kind: 'form', message: 'Your name?', schema: {} } as const;
  const words = { kind: 'sampling', params: { maxTokens: 1 } } as const;
  const wordsWithTools = { kind: 'sampling', params: { tools: [] } } as const;
  expect(areAskable({ form }, ['form'])).toBe(true);
  expect(areAskable({ form, words }, ['form'])).toBe(false);
  expect(areAskable({ form, words }, ['form', 'sampling'])).toBe(true);
  expect(areAskable({ wordsWithTools }, ['form', 'sampling'])).toBe(false);
  expect(areAskable({ wordsWithTools }, ['sampling_with_tools'])).toBe(true);
});

test('a caller that can only poll gets the status and progress of the running call', () => {
  const task = { id: 'task-1', pollAfterMs: 1_000 };
  expect(describeDeferral({ kind: 'deferred', task })).toBe('The tool is still running');
  const told = describeDeferral({ kind: 'deferred', task: { ...task, message: '3 of 20' } });
  expect(told).toBe('The tool is still running: 3 of 20');
});
