import { expect, it } from 'vitest';
import { readOpenApi } from '../src/index.ts';
import { buildRequest } from '../src/request/build-request.ts';

const documentOf = (...parameters: readonly object[]) => ({
  openapi: '3.2.0',
  info: { title: 'Search', version: '1' },
  paths: { '/search': { get: { operationId: 'search', parameters, responses: {} } } },
});
const whole = (mediaType: string) => ({
  name: 'q',
  in: 'querystring',
  content: { [mediaType]: { schema: { type: 'object' } } },
});
const read = async (...parameters: readonly object[]) => readOpenApi(documentOf(...parameters), { validate: false });

it.each([
  ['application/x-www-form-urlencoded', { text: 'a b&c', tags: ['1', '2'] }, 'text=a+b%26c&tags=1&tags=2'],
  ['application/json', { text: 'a b' }, '%7B%22text%22%3A%22a%20b%22%7D'],
])('sends a whole query as %s', async (mediaType, q, query) => {
  const { operations } = await read(whole(mediaType));
  const [operation] = operations;
  expect(operation && buildRequest(operation, { q }, 'https://a.example').url).toBe(
    `https://a.example/search?${query}`,
  );
});

it.each([
  [
    [whole('application/x-www-form-urlencoded'), { name: 'b', in: 'query', schema: {} }],
    'It has parameters with in: query and with in: querystring, and OpenAPI allows only one of these kinds.',
  ],
  [
    [{ name: 'q', in: 'querystring', schema: {} }],
    "The parameter 'q' is in 'querystring', so it needs 'content' with a media type.",
  ],
  [[whole('text/plain')], "The parameter 'q' is sent as text/plain, which is not supported."],
])('refuses %j', async (parameters, reason) => {
  expect((await read(...parameters)).unsupported.map((one) => one.reason)).toEqual([reason]);
});

it('sends no value that the input only inherits', async () => {
  const { operations } = await read({ name: 'constructor', in: 'query', schema: { type: 'string' } });
  const [operation] = operations;
  expect(operation && buildRequest(operation, {}, 'https://a.example').url).toBe('https://a.example/search');
});
