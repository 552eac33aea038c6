import { describe, expect, it } from 'vitest';
import { sensitiveValues } from '../src/index.ts';
import { hasSensitiveParts } from '../src/sensitive-values.ts';

const password = { type: 'string', format: 'password' };

describe('values that a schema marks as sensitive', () => {
  it.each([{ writeOnly: true }, { format: 'password' }, { 'x-sensitive': true }])('are found by %j', (mark) => {
    const schema = { properties: { open: {}, closed: { type: 'string', ...mark } } };
    expect(sensitiveValues(schema, { open: 'a', closed: 'b' })).toEqual(['b']);
  });

  it.each([
    ['in an object', { properties: { a: { properties: { b: password } } } }, { a: { b: 'x' } }],
    ['in a list', { properties: { a: { items: password } } }, { a: ['x'] }],
    ['in a tuple', { properties: { a: { prefixItems: [{}, password] } } }, { a: ['no', 'x'] }],
    ['in a tuple of old', { properties: { a: { items: [{}, password] } } }, { a: ['no', 'x'] }],
    ['after a tuple', { properties: { a: { prefixItems: [{}], unevaluatedItems: password } } }, { a: ['no', 'x'] }],
    ['after a tuple of old', { properties: { a: { items: [{}], additionalItems: password } } }, { a: ['no', 'x'] }],
    ['in a map', { additionalProperties: password }, { any: 'x' }],
    ['behind a pattern', { patternProperties: { '^s': password } }, { s1: 'x' }],
    ['in one branch of several', { oneOf: [{ properties: { a: {} } }, { properties: { a: password } }] }, { a: 'x' }],
    ['in a condition', { if: {}, else: { properties: { a: password } } }, { a: 'x' }],
    ['behind a reference', { $defs: { 'a/b': password }, properties: { a: { $ref: '#/$defs/a~1b' } } }, { a: 'x' }],
    ['in an alternative to null', { properties: { a: { anyOf: [password, { type: 'null' }] } } }, { a: 'x' }],
  ])('are found %s', (_where, schema, value) => {
    expect(sensitiveValues(schema, value)).toContain('x');
    expect(sensitiveValues(schema, value)).not.toContain('no');
    expect(hasSensitiveParts(schema)).toBe(true);
  });

  it('include all strings and numbers of an object that is marked as a whole', () => {
    const schema = { properties: { card: { 'x-sensitive': true } } };
    expect(sensitiveValues(schema, { card: { number: 4111, holder: ['Ada'], open: true, none: null } })).toEqual([
      '4111',
      'Ada',
    ]);
  });

  it('do not exist if nothing is marked, or the input does not match the schema', () => {
    expect(sensitiveValues({ properties: { a: {} } }, { a: 'x' })).toEqual([]);
    for (const value of [undefined, null, 'x', [1], { a: { b: 1 } }]) {
      expect(
        sensitiveValues({ properties: { a: { properties: { b: { properties: { c: password } } } } } }, value),
      ).toEqual([]);
    }
    expect(hasSensitiveParts({ properties: { a: { format: 'date' } } })).toBe(false);
    for (const schema of [undefined, null, true, 'x']) expect(sensitiveValues(schema, { a: 'x' })).toEqual([]);
  });

  it('are found in a recursive schema, and the search ends', () => {
    const tree = { properties: { secret: password, next: { $ref: '#' } } };
    expect(sensitiveValues(tree, { secret: 'a', next: { secret: 'b', next: { secret: 'c' } } })).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(sensitiveValues({ allOf: [{ $ref: '#' }, { properties: { a: password } }] }, { a: 'x' })).toContain('x');
  });

  it('are found at every depth to which values are searched', () => {
    const marked = { type: 'string', writeOnly: true };
    const nest = (levels: number): object => (levels === 0 ? marked : { properties: { a: nest(levels - 1) } });
    const value = (levels: number): unknown => (levels === 0 ? 'canary' : { a: value(levels - 1) });
    expect(sensitiveValues(nest(64), value(64))).toEqual(['canary']);
    expect(hasSensitiveParts(nest(64))).toBe(true);
  });
});
