import fc from 'fast-check';
import { expect, test } from 'vitest';
import { image } from '../src/index.ts';

test('an image of bytes is encoded as base64, and an image of a string stays unchanged', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(2), (bytes, times) => {
      const many = Uint8Array.from(
        { length: bytes.length * (1 + times * 400) },
        (_, index) => bytes[index % bytes.length] ?? 0,
      );
      expect(image(many, 'image/png')).toMatchObject({ data: Buffer.from(many).toString('base64') });
    }),
  );
  expect(image('aW1n', 'image/png')).toMatchObject({ data: 'aW1n' });
});
