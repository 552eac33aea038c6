import { describe, expect, it } from 'vitest';
import { checkNumber, kindOf } from '../src/index.ts';

describe('an error about an invalid value', () => {
  it.each([
    ['a string', 'sk-live-1'],
    ['a bigint', 4111111111111111n],
    ['a symbol', Symbol('sk-live-1')],
    ['a function', () => 'sk-live-1'],
    ['a list', ['sk-live-1']],
    ['another object', { key: 'sk-live-1' }],
    ['a promise; await it', Promise.resolve('sk-live-1')],
    ['null', null],
    ['undefined', undefined],
    ['false', false],
  ])('contains its kind, %s, and not its content', (kind, value) => {
    expect(kindOf(value)).toBe(kind);
  });

  it('contains a number, which messages about ranges need', () => {
    expect(kindOf(-1)).toBe('-1');
  });

  it.each<[unknown, string]>([
    [0, 'got 0.'],
    [Number.NaN, 'got NaN.'],
    ['5', "got '5'."],
    ['a'.repeat(32), 'got a string.'],
    [Symbol('sk-live-1'), 'got a symbol.'],
  ])('contains the number or the short string of an option that must be a number', (value, message) => {
    expect(() => checkNumber('maxCached', value, { from: 1 })).toThrow(message);
  });
});
