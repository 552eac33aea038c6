import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { codeOf, reasonOf, StartupError } from '../src/index.ts';

test('a startup error is a TypeError with a code, at the end of its message', () => {
  const error = new StartupError('TW_TOOL_RUN', 'it has no run function');
  expect(error).toBeInstanceOf(TypeError);
  expect(error).toMatchObject({ name: 'StartupError', code: 'TW_TOOL_RUN' });
  expect(error.message).toBe('it has no run function (TW_TOOL_RUN)');
});

test('a startup error has a help URL, which Node prints', () => {
  const error = new StartupError('TW_TOOL_RUN', 'it has no run function');
  expect(error.help).toMatch(/\/docs\/errors\.md#tw_tool_run$/);
  expect(inspect(error)).toContain(`help: '${error.help}'`);
});

test('an error with a more exact location keeps the reason and the code', () => {
  const error = new StartupError('TW_TOOL_RUN', 'it has no run function');
  expect(reasonOf(error, 'unread')).toBe('it has no run function');
  expect(codeOf(error, 'TW_TOOL_UNREADABLE')).toBe('TW_TOOL_RUN');
});

test('a foreign error keeps its message and gets a code; a thrown non-error gets neither', () => {
  const foreign = Object.assign(new Error('disk full'), { code: 'ENOSPC' });
  expect([reasonOf(foreign, 'unread'), codeOf(foreign, 'TW_TOOL_UNREADABLE')]).toEqual([
    'disk full',
    'TW_TOOL_UNREADABLE',
  ]);
  expect([reasonOf('text', 'unread'), codeOf('text', 'TW_TOOL_UNREADABLE')]).toEqual(['unread', 'TW_TOOL_UNREADABLE']);
});
