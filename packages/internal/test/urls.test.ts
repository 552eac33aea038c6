import { expect, test } from 'vitest';
import { isHttpUrl, parseUrl } from '../src/index.ts';

test('a host with letters such as ü stays valid when the parser is called often', () => {
  const parse = (text: string): string | undefined => parseUrl(text)?.hostname;
  // V8 optimizes the function after some thousand calls.
  for (let call = 0; call < 200_000; call += 1) parse('https://example.com');
  expect(parse('https://b\u00fccher.example')).toBe('xn--bcher-kva.example');
});

test('a relative URL needs a base', () => {
  expect(parseUrl('/pets')).toBe(undefined);
  expect(parseUrl('/pets', 'https://example.com/v1/')?.href).toBe('https://example.com/pets');
});

test.each([
  ['https://example.com', true],
  ['HTTP://[::1]:3000/a?b#c', true],
  ['https://', false],
  ['https:example.com', false],
  ['https://exa mple.com', false],
  ['javascript:alert(1)', false],
  ['/pets', false],
  [undefined, false],
])('%o is an http or https URL: %o', (value, expected) => {
  expect(isHttpUrl(value)).toBe(expected);
});
