import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { codeOf, reasonOf, StartUpError } from '../src/index.ts';

test('a mistake at start-up is a TypeError with a code, which its text ends with', () => {
  const error = new StartUpError('TW_TOOL_RUN', 'it has no run function');
  expect(error).toBeInstanceOf(TypeError);
  expect(error).toMatchObject({ name: 'StartUpError', code: 'TW_TOOL_RUN' });
  expect(error.message).toBe('it has no run function (TW_TOOL_RUN)');
});

test('a mistake at start-up has the address of what to do, which Node prints with it', () => {
  const error = new StartUpError('TW_TOOL_RUN', 'it has no run function');
  expect(error.help).toMatch(/\/docs\/errors\.md#tw_tool_run$/);
  expect(inspect(error)).toContain(`help: '${error.help}'`);
});

test('an error that names more of where a mistake was takes its reason and its code over', () => {
  const error = new StartUpError('TW_TOOL_RUN', 'it has no run function');
  expect(reasonOf(error, 'unread')).toBe('it has no run function');
  expect(codeOf(error, 'TW_TOOL_UNREADABLE')).toBe('TW_TOOL_RUN');
});

test('an error of somebody else keeps its text and gets a code; what is no error has neither', () => {
  const foreign = Object.assign(new Error('disk full'), { code: 'ENOSPC' });
  expect([reasonOf(foreign, 'unread'), codeOf(foreign, 'TW_TOOL_UNREADABLE')]).toEqual([
    'disk full',
    'TW_TOOL_UNREADABLE',
  ]);
  expect([reasonOf('text', 'unread'), codeOf('text', 'TW_TOOL_UNREADABLE')]).toEqual(['unread', 'TW_TOOL_UNREADABLE']);
});
