import { describe, expect, test } from 'vitest';
import { createSecretFilter } from '../src/page/secrets.ts';

describe('the secrets of a page', () => {
  test('are hidden in values, whatever is around them, and short ones where they are all of a value', () => {
    const filter = createSecretFilter(['open sesame', '42']);
    expect(filter.hides).toBe(true);
    expect(filter.value({ pin: '42', n: 42, text: 'say open sesame', list: ['142'], no: null })).toEqual({
      pin: '[masked]',
      n: '[masked]',
      text: 'say [masked]',
      list: ['142'],
      no: null,
    });
  });

  test('are hidden in texts, which may be JSON', () => {
    const filter = createSecretFilter(['open sesame', '42']);
    expect(filter.text('{"pin":"42","a":[1]}')).toBe('{"pin":"[masked]","a":[1]}');
    expect(filter.text('data: {"pin":"open sesame"}')).toBe('data: {"pin":"[masked]"}');
  });

  test('are none where none are given: everything stays as it is, to the last byte', () => {
    const filter = createSecretFilter([]);
    expect(filter.hides).toBe(false);
    expect(filter.text('{ "a" : 1 }')).toBe('{ "a" : 1 }');
  });
});
