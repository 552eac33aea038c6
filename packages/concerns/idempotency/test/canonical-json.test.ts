import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../src/index.ts';

describe('canonicalJson', () => {
  it('writes members in the order of RFC 8785, by UTF-16 code units', () => {
    const members = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 };
    expect(canonicalJson(members)).toBe('{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}');
  });

  it('is the same for any order of members', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, seed) => {
        const parsed: unknown = JSON.parse(JSON.stringify(value));
        const text = canonicalJson(parsed);
        expect(canonicalJson(reordered(parsed, seed))).toBe(text);
        expect(JSON.parse(text)).toEqual(parsed);
      }),
      { numRuns: 500 },
    );
  });

  it('differs for different values', () => {
    const values: unknown[] = [
      null,
      0,
      '0',
      false,
      'false',
      '',
      [],
      {},
      [[]],
      [null],
      { a: null },
      { a: [] },
      ['a'],
      { '': 1 },
      '{}',
      '[]',
    ];
    expect(new Set(values.map(canonicalJson)).size).toBe(values.length);
  });

  it('treats 1.0 and 1, and 0 and -0, as equal, like JSON in JavaScript', () => {
    expect(canonicalJson(JSON.parse('{"a":1.0,"b":-0,"c":1e3}'))).toBe('{"a":1,"b":0,"c":1000}');
  });

  it('omits what JSON.stringify omits, and keeps a member named __proto__', () => {
    expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}');
    expect(canonicalJson(JSON.parse('{"__proto__":{"x":1},"a":1}'))).toBe('{"__proto__":{"x":1},"a":1}');
  });

  it('escapes lone surrogates, so that they differ', () => {
    expect(canonicalJson(['\ud800', '\ud801'])).toBe('["\\ud800","\\ud801"]');
  });

  it.each([
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [1n],
    [undefined],
    [[undefined]],
    [() => 1],
    [Symbol('a')],
    [new Date(0)],
    [new Map([[1, 2]])],
    [{ a: new Set() }],
  ])('throws for a value that JSON cannot represent: %o', (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  it('throws for circular and very deep values', () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(() => canonicalJson(circle)).toThrow('at most 500 levels deep');
    expect(() => canonicalJson(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)))).toThrow(TypeError);
    expect(canonicalJson(JSON.parse('['.repeat(500) + ']'.repeat(500)))).toHaveLength(1_000);
  });
});

/** The same value, with the members of its objects in another order. */
function reordered(value: unknown, seed: number): unknown {
  if (Array.isArray(value)) return value.map((item) => reordered(item, seed));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, reordered(member, seed)] as const);
  const turned = [...entries.slice(seed % (entries.length + 1)), ...entries.slice(0, seed % (entries.length + 1))];
  return Object.fromEntries(turned.reverse());
}
