import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteBuffer } from '../src/internal.ts';

describe('bytes that arrive in chunks', () => {
  it('are the same for any chunks, and leave the chunks unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 2000 })), (pieces) => {
        const before = pieces.map((piece) => [...piece]);
        const bytes = new ByteBuffer();
        for (const piece of pieces) bytes.add(piece);
        expect(bytes.length).toBe(before.flat().length);
        expect([...bytes.take()]).toEqual(before.flat());
        expect(pieces.map((piece) => [...piece])).toEqual(before);
      }),
    );
  });

  it('never write beyond the first chunk into memory of other data', () => {
    const shared = Uint8Array.from([1, 2, 3, 4]);
    const bytes = new ByteBuffer();
    bytes.add(shared.subarray(0, 2));
    bytes.add(Uint8Array.from([9]));
    expect([...bytes.take()]).toEqual([1, 2, 9]);
    expect([...shared]).toEqual([1, 2, 3, 4]);
  });

  it('use about twice their length at most, however small the chunks, and never more than the limit', () => {
    const bytes = new ByteBuffer(100_000);
    for (let count = 1; count <= 100_000; count++) {
      bytes.add(Uint8Array.of(count));
      if (count % 9_999 !== 0 && count !== 100_000) continue;
      const { buffer } = bytes.take();
      expect(buffer.byteLength).toBeLessThanOrEqual(Math.min(100_000, Math.max(1024, 2 * count)));
      bytes.add(new Uint8Array(buffer, 0, count));
    }
  });

  it('are accepted up to the limit', () => {
    const bytes = new ByteBuffer(3);
    expect(bytes.add(Uint8Array.of(1, 2))).toBe(true);
    expect(bytes.add(Uint8Array.of(3, 4))).toBe(false);
    expect(bytes.add(Uint8Array.of(3))).toBe(true);
    expect(bytes.add(new Uint8Array())).toBe(true);
    expect([...bytes.take()]).toEqual([1, 2, 3]);
  });

  it('are not copied for a single chunk, and restart after they are taken', () => {
    const bytes = new ByteBuffer();
    const piece = Uint8Array.of(1, 2, 3);
    bytes.add(piece);
    expect(bytes.take().buffer).toBe(piece.buffer);
    expect(bytes.take()).toHaveLength(0);
    bytes.add(Uint8Array.of(4));
    expect([...bytes.take()]).toEqual([4]);
  });
});
