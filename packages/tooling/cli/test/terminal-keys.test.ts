import process from 'node:process';
import { PassThrough } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { processTerminal } from '../src/terminal/process-terminal.ts';

afterEach(() => void vi.restoreAllMocks());

/** Replaces the streams of this process with streams of a terminal, and returns its input. */
function useTerminal(): PassThrough {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as unknown as typeof process.stdin);
  vi.spyOn(process, 'stdout', 'get').mockReturnValue(output as unknown as typeof process.stdout);
  vi.spyOn(process, 'stderr', 'get').mockReturnValue(output as unknown as typeof process.stderr);
  return stdin;
}

it('a key with a modifier or an arrow key is not read as letters', async () => {
  const stdin = useTerminal();
  const keys: string[] = [];
  const stop = processTerminal(new AbortController().signal).readKeys?.((key) => void keys.push(key));
  for (const typed of ['r', '\u001bq', '\u001b[c', 'oc', '\u001b[A\u0003', '\u001b\u0003']) {
    stdin.write(typed);
    await new Promise(setImmediate);
  }
  stop?.();
  expect(keys).toEqual(['r', 'o', 'c', '\u0003', '\u0003']);
});

it('a question after Ctrl-C is not asked', async () => {
  useTerminal();
  const interruption = new AbortController();
  const answer = processTerminal(interruption.signal).question?.('Name: ');
  interruption.abort(new Error('interrupted'));
  await expect(answer).rejects.toThrow('interrupted');
}, 2000);
