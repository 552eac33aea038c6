import { describe, expect, test } from 'vitest';
import { isTooLargeSchema } from '../../src/json-schema/index.ts';
import { cpuMs, doublings, hostileSchema, maxHostileMs } from '../shared/index.ts';

describe('a schema from another server', () => {
  test.each(Object.entries(doublings))(
    'is too large if its references expand to a billion parts, which is detected at once: %s',
    (_, form) => {
      const schema = hostileSchema(form);
      expect(JSON.stringify(schema).length).toBeLessThan(3000);
      let isTooLarge = false;
      const ms = cpuMs(() => {
        isTooLarge = isTooLargeSchema(schema);
      });
      expect(isTooLarge).toBe(true);
      expect(ms).toBeLessThan(maxHostileMs);
    },
  );

  test('is too large if its definitions refer to each other in every order', () => {
    const all = (): object => ({
      allOf: Array.from({ length: 12 }, (_, index) => ({ $ref: `#/$defs/d${index}` })),
    });
    const $defs = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`d${index}`, all()]));
    expect(isTooLargeSchema({ ...all(), $defs })).toBe(true);
  });

  test('is too large with more than 100 levels', () => {
    const nested = (levels: number): object => (levels === 0 ? {} : { items: nested(levels - 1) });
    expect([isTooLargeSchema(nested(100)), isTooLargeSchema(nested(101))]).toEqual([false, true]);
  });

  test('is not too large if it contains itself, or has a reference without a target', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' }, other: { $ref: '#' } } };
    expect(isTooLargeSchema({ $ref: '#/$defs/node', $defs: { node } })).toBe(false);
    expect(isTooLargeSchema({ properties: { a: { $ref: '#/nowhere' }, b: { $ref: 'https://a.example' } } })).toBe(
      false,
    );
    expect(isTooLargeSchema(true)).toBe(false);
  });
});
