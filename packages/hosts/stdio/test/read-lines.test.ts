import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLines } from '../src/read-lines.ts';

async function linesOf(chunks: readonly (Uint8Array | string)[], maxBytes = 1000): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of readLines(stream(chunks), maxBytes)) {
    lines.push(
      !(line instanceof Uint8Array) ? '(too large)' : new TextDecoder('utf-8', { ignoreBOM: true }).decode(line),
    );
  }
  return lines;
}

async function* stream(chunks: readonly (Uint8Array | string)[]): AsyncGenerator<Uint8Array | string> {
  yield* chunks;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('lines', () => {
  it('are the same for any chunks, within a character too', async () => {
    const line = fc.string({ unit: 'binary', minLength: 1 }).filter((one) => !/[\r\n]/.test(one));
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.array(fc.nat()), async (written, cuts) => {
        const all = bytes(written.map((one) => `${one}\n`).join(''));
        const bounds = [...new Set(cuts.map((cut) => cut % (all.length + 1)))].sort((a, b) => a - b);
        const chunks = [...bounds, all.length].map((end, index) => all.subarray(bounds[index - 1] ?? 0, end));
        expect(await linesOf(chunks, 10_000)).toEqual(written);
      }),
    );
  });

  it('may end as on Windows, and the last line may have no end', async () => {
    expect(await linesOf([bytes('one\r\ntwo')])).toEqual(['one', 'two']);
  });

  it('are skipped if they are empty', async () => {
    expect(await linesOf([bytes('\n\r\none\n\n')])).toEqual(['one']);
  });

  it('can be read from streams with an encoding too', async () => {
    expect(await linesOf(['gr', 'ün\n'])).toEqual(['grün']);
  });

  it('that are too long are reported once, and later lines are read', async () => {
    const long = [bytes('x'.repeat(8)), bytes('x'.repeat(8)), bytes('x\nshort\n')];
    expect(await linesOf(long, 10)).toEqual(['(too large)', 'short']);
    expect(await linesOf([bytes('0123456789\n01234567890\n')], 10)).toEqual(['0123456789', '(too large)']);
  });
});
