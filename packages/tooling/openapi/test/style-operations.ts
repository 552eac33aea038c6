import fc from 'fast-check';
import { createQuerySerializer, defaultPathSerializer } from 'openapi-fetch';

/** How openapi-fetch sends a value. */
interface SentByClient {
  /** The path as openapi-fetch has it, which writes styles as RFC 6570: `/a/{;value*}`. */
  readonly path?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
}

/** An operation of the API, with values for its only parameter or its body. */
export interface StyleOperation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly parameter?: object;
  readonly body?: { readonly type: string; readonly schema: object; readonly encoding?: object };
  readonly values: fc.Arbitrary<unknown>;
  sent(value: unknown): SentByClient;
}

// RFC 6570 encodes these, and openapi-fetch writes them as they are.
const unencoded = /[!'()*[\]|]/gu;
const exact = (text: string) => text.replaceAll(unencoded, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

const character = fc.oneof(
  fc.constantFrom(...':/?#[]@!$&\'()*+,;=%|~"<> '),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
);
const texts = fc.string({ unit: character, maxLength: 12 });
const ascii = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }).filter((text) => text.trim() === text);
const plain = fc.stringMatching(/^[\w.-]{1,12}$/u);
// A path can't have an empty segment, nor `.` and `..`.
const segments = texts.filter((text) => !/^\.*$/u.test(text));

const shapes = {
  One: {
    schema: { type: ['string', 'integer', 'boolean'] },
    of: (text: fc.Arbitrary<string>) => fc.oneof(text, fc.integer(), fc.boolean()),
  },
  List: {
    schema: { type: 'array', items: { type: 'string' } },
    of: (text: fc.Arbitrary<string>) => fc.array(text, { minLength: 1, maxLength: 4 }),
  },
  Object: {
    schema: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } } },
    of: (text: fc.Arbitrary<string>) => fc.record({ a: text, b: fc.integer() }),
  },
};
const all = Object.entries(shapes);
const flags = [false, true];

type Style = 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';

/** A query of openapi-fetch. It has no rule for objects with these two styles, so commas between names and values are replaced. */
function queryText(value: unknown, style: Style, explode: boolean): string {
  const delimiter = { spaceDelimited: '%20', pipeDelimited: '|', form: ',', deepObject: ',' }[style];
  const isObject = typeof value === 'object' && !Array.isArray(value);
  const own = isObject && style !== 'deepObject' ? 'form' : style;
  const write = createQuerySerializer<Record<string, unknown>>({
    array: { style: style === 'deepObject' ? 'form' : style, explode },
    object: { style: own === 'deepObject' ? own : 'form', explode },
  });
  return exact(write({ value }).replaceAll(',', delimiter));
}

const operation = (
  id: string,
  parameter: object,
  values: fc.Arbitrary<unknown>,
  sent: StyleOperation['sent'],
): StyleOperation => ({
  id,
  method: 'get',
  path: `/${id}`,
  parameter: { name: 'value', required: true, ...parameter },
  values,
  sent,
});

const templates = { simple: '', label: '.', matrix: ';' };
const inPath = Object.entries(templates).flatMap(([style, prefix]) =>
  flags.flatMap((explode) =>
    all.map(([shape, { schema, of }]): StyleOperation => {
      const id = `${style}${explode ? 'Explode' : ''}${shape}InPath`;
      const template = `/${id}/{${prefix}value${explode ? '*' : ''}}`;
      const path = (value: unknown) => exact(defaultPathSerializer(template, { value }));
      const parameter = { in: 'path', style, explode, schema };
      return { ...operation(id, parameter, of(segments), (value) => ({ path: path(value) })), path: `/${id}/{value}` };
    }),
  ),
);

const queryStyles: readonly (readonly [Style, boolean, readonly string[]])[] = [
  ['form', false, ['One', 'List', 'Object']],
  ['form', true, ['One', 'List', 'Object']],
  ['spaceDelimited', false, ['List', 'Object']],
  ['pipeDelimited', false, ['List', 'Object']],
  ['spaceDelimited', true, ['List']],
  ['pipeDelimited', true, ['List']],
  ['deepObject', true, ['Object']],
];
const inQuery = queryStyles.flatMap(([style, explode, names]) =>
  all
    .filter(([shape]) => names.includes(shape))
    .map(([shape, { schema, of }]) =>
      operation(
        `${style}${explode ? 'Explode' : ''}${shape}InQuery`,
        { in: 'query', style, explode, schema },
        of(texts),
        (value) => ({ query: queryText(value, style, explode) }),
      ),
    ),
);
const others = [
  operation(
    'reservedInQuery',
    { in: 'query', allowReserved: true, schema: { type: 'string' } },
    texts,
    // OpenAPI: a query can't have `#[]`, and `&` and `+` have a meaning in it.
    (value) => ({ query: `value=${encodeURI(String(value)).replaceAll(/[#&+]/gu, encodeURIComponent)}` }),
  ),
  operation(
    'jsonInQuery',
    { in: 'query', content: { 'application/json': { schema: {} } } },
    // Tools refuse inputs with these names.
    fc.jsonValue().filter((value) => !/"(?:__proto__|constructor)"/.test(JSON.stringify(value))),
    (value) => ({
      query: `value=${exact(encodeURIComponent(JSON.stringify(value)))}`,
    }),
  ),
];

/** Headers are not percent-encoded. */
const simpleText = (value: unknown, explode: boolean) =>
  decodeURIComponent(defaultPathSerializer(`{value${explode ? '*' : ''}}`, { value }));
const inHeader = [
  ...flags.flatMap((explode) =>
    all.map(([shape, { schema, of }]) =>
      operation(
        `simple${explode ? 'Explode' : ''}${shape}InHeader`,
        { name: 'X-Value', in: 'header', explode, schema },
        of(ascii),
        (value) => ({ headers: { 'X-Value': simpleText(value, explode) } }),
      ),
    ),
  ),
  operation(
    'jsonInHeader',
    { name: 'X-Value', in: 'header', content: { 'application/json': { schema: {} } } },
    shapes.Object.of(ascii),
    (value) => ({ headers: { 'X-Value': JSON.stringify(value) } }),
  ),
];

const inCookie = [
  ...flags.flatMap((explode) =>
    all.map(([shape, { schema, of }]) =>
      operation(
        `form${explode ? 'Explode' : ''}${shape}InCookie`,
        { in: 'cookie', style: 'form', explode, schema },
        of(texts),
        (value) => ({ headers: { cookie: queryText(value, 'form', explode) } }),
      ),
    ),
  ),
  // OpenAPI 3.2 has a style for cookies, which sends values as they are.
  ...all.map(([shape, { schema, of }]) =>
    operation(`cookie${shape}InCookie`, { in: 'cookie', style: 'cookie', schema }, of(plain), (value) => ({
      headers: { cookie: queryText(value, 'form', true).replaceAll('&', '; ') },
    })),
  ),
];

export const parameterOperations: readonly StyleOperation[] = [
  ...inPath,
  ...inQuery,
  ...others,
  ...inHeader,
  ...inCookie,
];
