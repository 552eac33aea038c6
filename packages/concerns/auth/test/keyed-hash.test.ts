import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeyedHash } from '../src/api-key/keyed-hash.ts';
import { watched } from './counted-reads.ts';

/** The key 00 01 … 0f of the published test vectors of SipHash-2-4. */
const publishedKey = Uint32Array.of(0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c);

/** The bytes 00 01 02 …, two in each character. */
function published(bytes: number): string {
  return String.fromCharCode(...Array.from({ length: bytes / 2 }, (_, index) => (2 * index + 1) * 256 + 2 * index));
}

/** The lower 53 bits of a published answer. */
function number53(answer: bigint): number {
  return Number((((answer >> 32n) & 0xffffffffn) >> 11n) * 2n ** 32n + (answer & 0xffffffffn));
}

describe('the keyed hash', () => {
  it.each([
    [0, 0x726fdb47dd0e0e31n],
    [8, 0x93f5f5799a932462n],
    [16, 0x3f2acc7f57c29bdbn],
  ])('returns the published SipHash-2-4 value for %i bytes', (bytes, answer) => {
    expect(createKeyedHash(bytes / 2, publishedKey)(published(bytes))).toBe(number53(answer));
  });

  it('differs for each instance, because its key is random', () => {
    const [one, another] = [createKeyedHash(32), createKeyedHash(32)];

    expect(one('key')).toBe(one('key'));
    expect(one('key')).not.toBe(another('key'));
  });

  it.each(['', '0', 'x'.repeat(31), 'x'.repeat(32), 'x'.repeat(4096)])(
    'reads the same number of characters of every string (OTC-AUTH-04)',
    (text) => {
      const one = watched(text);
      createKeyedHash(32)(one.text);

      expect(one.reads()).toBe(32);
    },
  );

  it('distinguishes strings', () => {
    const hash = createKeyedHash(8);
    const text = fc.string({ maxLength: 8, unit: fc.constantFrom('a', 'b', 'é', '\uffff') });
    fc.assert(fc.property(text, text, (a, b) => (hash(a) === hash(b)) === (a === b)));
  });
});
