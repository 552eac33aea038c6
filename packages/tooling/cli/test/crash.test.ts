import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it, onTestFinished } from 'vitest';
import { crashMark, createCrashReader } from '../src/dev/crash-report.ts';
import { programHook } from '../src/dev/program-hook.ts';

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

/** Runs a program with the hook, next to another file. */
async function runWithHook(
  program: string,
  other: string,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'toolwire-hook-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await Promise.all([writeFile(join(folder, 'main.cjs'), program), writeFile(join(folder, 'other.cjs'), other)]);
  const args = ['--import', programHook(), 'main.cjs'];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
}

it('leaves a forked process its channel, which keeps it running', async () => {
  const program = `
    const child = require('node:child_process').fork('./other.cjs');
    child.on('message', (text) => console.log(text));
    setTimeout(() => child.connected && child.send('done'), 500);
  `;
  const forked = `process.on('message', (text) => process.send(text, () => process.exit()));`;
  expect((await runWithHook(program, forked)).stdout).toBe('done\n');
});

it('reports no error of a thread, which does not end the program', async () => {
  const program = `
    const { Worker } = require('node:worker_threads');
    new Worker('./other.cjs').on('error', () => console.error('goes on'));
  `;
  expect((await runWithHook(program, `throw new Error('of a thread');`)).stderr).toBe('goes on\n');
});

it('passes on the output of a program that does not crash', () => {
  const reader = createCrashReader();
  expect(reader.add('one\n') + reader.add('two\n')).toBe('one\ntwo\n');
  expect(reader.crash()).toBe(undefined);
});
