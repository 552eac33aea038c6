import { describe, expect, test } from 'vitest';
import { createSecretFilter } from '../src/page/secrets.ts';

describe('the secrets of a page', () => {
  test('are hidden in values in any context, and short secrets if they are the whole value', () => {
    const filter = createSecretFilter(['open sesame', '42']);
    expect(filter.hasSecrets).toBe(true);
    expect(filter.maskValue({ pin: '42', n: 42, text: 'say open sesame', list: ['142'], no: null })).toEqual({
      pin: '[masked]',
      n: '[masked]',
      text: 'say [masked]',
      list: ['142'],
      no: null,
    });
  });

  test('are not assumed in a null', () => {
    expect(createSecretFilter(['open sesame']).maskValue(null)).toBeNull();
  });

  test('are hidden in strings, which may contain JSON', () => {
    const filter = createSecretFilter(['open sesame', '42']);
    expect(filter.maskText('{"pin":"42","a":[1]}')).toBe('{"pin":"[masked]","a":[1]}');
    expect(filter.maskText('data: {"pin":"open sesame"}')).toBe('data: {"pin":"[masked]"}');
  });

  test('do not exist by default: every byte stays as it is', () => {
    const filter = createSecretFilter([]);
    expect(filter.hasSecrets).toBe(false);
    expect(filter.maskText('{ "a" : 1 }')).toBe('{ "a" : 1 }');
  });
});
