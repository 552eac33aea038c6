import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toBase64 } from '../src/internal.ts';

test('bytes of any length are encoded as base64, and strings stay unchanged', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(2), (bytes, times) => {
      const many = Uint8Array.from(
        { length: bytes.length * (1 + times * 400) },
        (_, index) => bytes[index % bytes.length] ?? 0,
      );
      expect(toBase64(many)).toBe(Buffer.from(many).toString('base64'));
    }),
  );
  expect(toBase64('aW1n')).toBe('aW1n');
});
