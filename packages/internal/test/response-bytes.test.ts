import { expect, it } from 'vitest';
import { LineReader, readLines } from '../src/index.ts';

it('A line ends where its chunk or a later one ends it, with or without a carriage return', () => {
  const lines = new LineReader();
  expect(['a', 'b\nc\r', '\n', '\nd\ne'].map((piece) => lines.read(piece))).toEqual([[], ['ab'], ['c'], ['', 'd']]);
});

/** The bytes of a string, each as a chunk. */
async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  for (const byte of new TextEncoder().encode(text)) yield Uint8Array.of(byte);
}

it('Lines keep characters that chunks split and the line separators of Unicode, and the last one may lack its end', async () => {
  const lines: string[] = [];
  for await (const line of readLines(bytesOf('ä€\u2028\u2029😀\r\n\nlast'))) lines.push(line);
  expect(lines).toEqual(['ä€\u2028\u2029😀', '', 'last']);
});
