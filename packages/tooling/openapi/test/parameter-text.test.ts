import createClient from 'openapi-fetch';
import { describe, expect, it } from 'vitest';
import type { ParameterStyle } from '../src/reader/parameter-style.ts';
import { parameterText } from '../src/request/parameter-text.ts';

// https://spec.openapis.org/oas/v3.1.1.html#style-examples, with the name and the values that it has.
const empty = '';
const one = 'blue';
const list = ['blue', 'black', 'brown'];
const object = { R: 100, G: 200, B: 150 };

const table: readonly [ParameterStyle, boolean, unknown, string | undefined][] = [
  ['matrix', false, empty, ';color'],
  ['matrix', false, one, ';color=blue'],
  ['matrix', false, list, ';color=blue,black,brown'],
  ['matrix', false, object, ';color=R,100,G,200,B,150'],
  ['matrix', true, empty, ';color'],
  ['matrix', true, one, ';color=blue'],
  ['matrix', true, list, ';color=blue;color=black;color=brown'],
  ['matrix', true, object, ';R=100;G=200;B=150'],
  ['label', false, empty, '.'],
  ['label', false, one, '.blue'],
  ['label', false, list, '.blue,black,brown'],
  ['label', false, object, '.R,100,G,200,B,150'],
  ['label', true, empty, '.'],
  ['label', true, one, '.blue'],
  ['label', true, list, '.blue.black.brown'],
  ['label', true, object, '.R=100.G=200.B=150'],
  ['simple', false, empty, ''],
  ['simple', false, one, 'blue'],
  ['simple', false, list, 'blue,black,brown'],
  ['simple', false, object, 'R,100,G,200,B,150'],
  ['simple', true, one, 'blue'],
  ['simple', true, list, 'blue,black,brown'],
  ['simple', true, object, 'R=100,G=200,B=150'],
  ['form', false, empty, 'color='],
  ['form', false, one, 'color=blue'],
  ['form', false, list, 'color=blue,black,brown'],
  ['form', false, object, 'color=R,100,G,200,B,150'],
  ['form', true, empty, 'color='],
  ['form', true, one, 'color=blue'],
  ['form', true, list, 'color=blue&color=black&color=brown'],
  ['form', true, object, 'R=100&G=200&B=150'],
  ['spaceDelimited', false, list, 'color=blue%20black%20brown'],
  ['spaceDelimited', false, object, 'color=R%20100%20G%20200%20B%20150'],
  ['pipeDelimited', false, list, 'color=blue%7Cblack%7Cbrown'],
  ['pipeDelimited', false, object, 'color=R%7C100%7CG%7C200%7CB%7C150'],
  ['deepObject', true, object, 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
  // OpenAPI 3.2, of which the table has these rows.
  ['cookie', true, one, 'color=blue'],
  ['cookie', true, list, 'color=blue; color=black; color=brown'],
  ['cookie', true, object, 'R=100; G=200; B=150'],
];

describe('the table of styles', () => {
  it.each(table)('%s, explode %s: %j', (style, explode, value, expected) => {
    expect(parameterText(value, { name: 'color', style, explode })).toBe(expected);
  });

  it.each(['blue; admin=1', ['blue;'], { 'R;': 100 }])('refuses %j, which would be another cookie', (value) => {
    expect(() => parameterText(value, { name: 'color', style: 'cookie', explode: true })).toThrow(
      "The parameter 'color' must not have a semicolon, because it is sent as a cookie.",
    );
  });

  it('sends nothing for empty lists and objects in queries', () => {
    for (const explode of [true, false]) {
      expect(parameterText([], { name: 'color', style: 'form', explode })).toBeUndefined();
      expect(parameterText({}, { name: 'color', style: 'form', explode })).toBeUndefined();
    }
  });
});

// https://www.rfc-editor.org/rfc/rfc6570#section-3.2: its variables and results.
const rfc: readonly [ParameterStyle, boolean, string, unknown, string, boolean?][] = [
  ['simple', false, 'hello', 'Hello World!', 'Hello%20World%21'],
  ['simple', false, 'half', '50%', '50%25'],
  ['simple', false, 'path', '/foo/bar', '%2Ffoo%2Fbar'],
  ['simple', false, 'keys', { semi: ';', dot: '.', comma: ',' }, 'semi,%3B,dot,.,comma,%2C'],
  ['simple', true, 'keys', { semi: ';', dot: '.', comma: ',' }, 'semi=%3B,dot=.,comma=%2C'],
  ['label', true, 'keys', { semi: ';', dot: '.', comma: ',' }, '.semi=%3B.dot=..comma=%2C'],
  ['matrix', true, 'keys', { semi: ';', dot: '.', comma: ',' }, ';semi=%3B;dot=.;comma=%2C'],
  ['matrix', true, 'keys', { semi: '', dot: '.' }, ';semi;dot=.'],
  ['matrix', false, 'hello', 'Hello World!', ';hello=Hello%20World%21'],
  ['form', true, 'keys', { semi: ';', dot: '.', comma: ',' }, 'semi=%3B&dot=.&comma=%2C'],
  ['form', false, 'keys', { semi: ';', dot: '.', comma: ',' }, 'keys=semi,%3B,dot,.,comma,%2C'],
  ['form', true, 'x', 'a/b?c', 'x=a/b?c', true],
  ['form', true, 'x', '100% ✓', 'x=100%25%20%E2%9C%93', true],
];

it.each(rfc)('RFC 6570: %s, explode %s, %s', (style, explode, name, value, expected, allowReserved) => {
  expect(parameterText(value, { name, style, explode, allowReserved })).toBe(expected);
});

describe('openapi-fetch, where both have the style', () => {
  const shared: readonly [ParameterStyle, boolean, unknown][] = [
    ['form', true, 'a b&c=d/é'],
    ['form', true, ['a b', 'c&d', '1']],
    ['form', false, ['a b', 'c&d', '1']],
    ['form', true, { R: 'x y', G: 200 }],
    ['form', false, { R: 'x y', G: 200 }],
    ['spaceDelimited', false, ['a', 'b', 'c']],
  ];

  it.each(shared)('%s, explode %s: %j', async (style, explode, value) => {
    let sent = '';
    const client = createClient<Record<string, never>>({
      baseUrl: 'https://api.example.com',
      querySerializer: { array: { style: arrayStyle(style), explode }, object: { style: 'form', explode } },
      fetch: async (request) => {
        sent = new URL(request.url).search.slice(1);
        return new Response('{}');
      },
    });
    await client.request('get', '/' as never, { params: { query: { color: value } } } as never);
    expect(parameterText(value, { name: 'color', style, explode })).toBe(sent);
  });
});

function arrayStyle(style: ParameterStyle): 'form' | 'spaceDelimited' | 'pipeDelimited' {
  return style === 'spaceDelimited' || style === 'pipeDelimited' ? style : 'form';
}

it('writes nested values of deepObject with a bracket for each level', () => {
  const value = { size: { gte: 5 }, ids: ['a', 'b'] };
  const text = parameterText(value, { name: 'filter', style: 'deepObject', explode: true });
  expect(decodeURIComponent(text ?? '')).toBe('filter[size][gte]=5&filter[ids][0]=a&filter[ids][1]=b');
});

it.each([
  ['spaceDelimited', 'R=G%20100'],
  ['pipeDelimited', 'R=G%7C100'],
] as const)('%s separates a name with an equals sign from its value', (style, expected) => {
  const format = { name: 'color', style, explode: false, allowReserved: true };
  expect(parameterText({ 'R=G': 100 }, format)).toBe(`color=${expected}`);
});

it('encodes the reserved characters that would end a value', () => {
  const format = { name: 'q', style: 'form', explode: true, allowReserved: true } as const;
  expect(parameterText('a/b?c=d&e+f#[g]', format)).toBe('q=a/b?c=d%26e%2Bf%23%5Bg%5D');
});

it('writes a lone surrogate as the replacement character', () => {
  expect(parameterText('a\uD800', { name: 'x', style: 'form', explode: true })).toBe('x=a%EF%BF%BD');
});
