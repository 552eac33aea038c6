import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, it } from 'vitest';
import { createCrashReader } from '../src/dev/crash.ts';
import { crashMark, programHook } from '../src/dev/program-hook.ts';

it('separates the report of an error from the output before it, in any chunks', () => {
  const report = JSON.stringify({ message: 'No paper', code: 'TW_X', help: 'https://example.com', stacks: ['Error'] });
  const text = `warning\n${crashMark}${report}\nfile.ts:1\nError: No paper\n`;
  for (const size of [1, 7, text.length]) {
    const reader = createCrashReader();
    let output = '';
    for (let at = 0; at < text.length; at += size) output += reader.add(text.slice(at, at + size));
    expect(output).toBe('warning\n');
    expect(reader.crash()).toEqual({
      message: 'No paper',
      code: 'TW_X',
      help: 'https://example.com',
      stacks: ['Error'],
      output: 'file.ts:1\nError: No paper\n',
    });
  }
});

it('passes on output with the first character of a mark, also when a program was killed while it wrote its report', () => {
  const reader = createCrashReader();
  expect(reader.add('a\u0000b\n') + reader.add('\u0000') + reader.add('later\n')).toBe('a\u0000b\n\u0000later\n');
  expect(reader.add(`${crashMark}{"mess`)).toBe('');
  expect(reader.crash()).toBe(undefined);
});

it('reports an error whose issues are not JSON', () => {
  const program = `throw Object.assign(new Error('No paper'), { issues: [{ message: 'Too big', path: ['a'], maximum: 10n }] });`;
  const { stderr } = spawnSync(process.execPath, ['--import', programHook(), '--eval', program], { encoding: 'utf8' });
  const reader = createCrashReader();
  expect(reader.add(stderr)).toBe('');
  expect(reader.crash()).toMatchObject({ message: 'a: Too big', stacks: [expect.stringContaining('No paper')] });
});

it('passes on the output of a program that does not crash', () => {
  const reader = createCrashReader();
  expect(reader.add('one\n') + reader.add('two\n')).toBe('one\ntwo\n');
  expect(reader.crash()).toBe(undefined);
});
