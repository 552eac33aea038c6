import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ToolContext } from '@toolwire/core';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nextLink } from '../src/call/paging.ts';
import { cutResult, withNote } from '../src/call/shape-result.ts';
import { createApi, type Paging } from '../src/http.ts';
import { type ToolsFromOpenApiOptions, toolsFromOpenApi } from '../src/index.ts';

const itemCount = 7;
const items = Array.from({ length: itemCount }, (_, index) => ({ id: index + 1, text: 'x'.repeat(20) }));
const pageSize = 2;
const seen: string[] = [];
const server = createServer(
  express()
    .use((request, _response, next) => {
      seen.push(request.url);
      next();
    })
    // The pages are numbered, and the header names the next one.
    .get('/orders', (request, response) => {
      const page = Number(request.query['page'] ?? 1);
      const query = `page=${page + 1}${request.query['key'] === undefined ? '' : '&key=from-the-link'}`;
      if (page * pageSize < itemCount) {
        response.set('link', `</orders?page=1>; rel="first", </orders?${query}>; title="a, b"; rel="next last"`);
      }
      response.json(items.slice((page - 1) * pageSize, page * pageSize));
    })
    .get('/events', (request, response) => {
      const start = Number(request.query['cursor'] ?? 0);
      const end = start + pageSize;
      response.json({
        data: { items: items.slice(start, end) },
        next: end < itemCount ? String(end) : null,
        url: end < itemCount ? `/events?cursor=${end}` : undefined,
      });
    })
    // The last page names itself as the next one.
    .get('/feed', (request, response) => {
      const page = Number(request.query['cursor'] ?? 1);
      response.set('link', '</feed?cursor=2>; rel=next').json({ data: [page], next: '2' });
    })
    .get('/elsewhere', (_request, response) => {
      response.set('link', '<https://elsewhere.example/orders?page=2>; rel=next').json(items);
    })
    .get('/odd', (request, response) => {
      response.json(request.query['page'] === undefined ? items : { failed: true });
    }),
);
let baseUrl: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const context = { signal: new AbortController().signal, idempotencyKey: 'key' } as ToolContext;
const query = (name: string, schema: object = {}) => ({ name, in: 'query', schema });
const get = (operationId: string, parameters: readonly object[], rest: object = {}) => ({
  get: { operationId, parameters, responses: { 200: { description: 'A page.' } }, ...rest },
});
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } },
  paths: {
    '/orders': {
      ...get('orders', [query('page', { type: 'integer' })]),
      post: { operationId: 'create', responses: {} },
    },
    '/events': get('events', [query('cursor', { type: 'string' })], {
      'x-toolwire': { paging: { items: 'data.items', parameter: 'cursor', from: 'next' } },
    }),
    '/secure': get('secure', [], { security: [{ key: [] }] }),
  },
};

async function call(
  operation: string,
  input: object,
  options: Omit<ToolsFromOpenApiOptions, 'include'> = {},
): Promise<unknown> {
  const include = { operations: [operation] };
  const { tools } = await toolsFromOpenApi(document, { include, baseUrl, validate: false, ...options });
  seen.length = 0;
  return await tools[0]?.run(input, context);
}

it.each<[string, Paging, string, object]>([
  ['the Link header', {}, 'page', { orders: {} }],
  ['counted pages', { parameter: 'page' }, 'page', { orders: { parameter: 'page' } }],
])('joins the pages of %s', async (_title, paging) => {
  expect(await call('orders', {}, { paging: { orders: paging } })).toEqual(items);
});

it('starts at the page of the input', async () => {
  expect(await call('orders', { page: 3 }, { paging: { orders: { parameter: 'page' } } })).toEqual(items.slice(4));
});

it.each<[string, Paging]>([
  ['a cursor', { items: 'data.items', parameter: 'cursor', from: 'next' }],
  ['a URL', { items: 'data.items', from: 'url' }],
])('joins pages that name the next one with %s', async (_title, paging) => {
  expect(await call('events', {}, { paging: { events: paging } })).toEqual({ data: { items }, next: null });
});

it('reads no page after an empty one where pages are counted', async () => {
  expect(await call('orders', { page: 9 }, { paging: { orders: { parameter: 'page', maxPages: 1 } } })).toEqual([]);
  expect(await call('orders', { page: 9 }, { paging: { orders: { parameter: 'page' } } })).toEqual([]);
  expect(seen).toHaveLength(1);
});

it('reads no page after a value that is not the number of a page', async () => {
  const request = { query: { page: 'abc' }, paging: { parameter: 'page' } };
  expect(await createApi({ baseUrl }).call(context, 'GET', '/elsewhere', request)).toEqual(items);
});

it('reads the paging of the document', async () => {
  expect(await call('events', {})).toMatchObject({ data: { items } });
});

it('reads one page without paging', async () => {
  expect(await call('orders', {})).toEqual(items.slice(0, 2));
  expect(seen).toEqual(['/orders']);
});

it.each<[string, object, Paging, object]>([
  ['orders', { items: items.slice(0, 4) }, { parameter: 'page', maxPages: 2 }, { page: '3' }],
  ['orders', { items: items.slice(0, 4) }, { maxPages: 2 }, { page: '"3"' }],
  [
    'events',
    { data: { items: items.slice(0, 4) }, next: '4' },
    { items: 'data.items', parameter: 'cursor', from: 'next', maxPages: 2 },
    { cursor: '"4"' },
  ],
])(
  'reads at most maxPages, and names the value for the next page: %s %j',
  async (operation, expected, paging, next) => {
    const [[name, value] = []] = Object.entries(next);
    expect(await call(operation, {}, { paging: { [operation]: paging } })).toMatchObject({
      ...expected,
      note: `There may be more items. Set ${name} to ${value} for the next page.`,
    });
    expect(seen).toHaveLength(2);
  },
);

it.each([
  [6, [1, 2]],
  [5, [1, 2]],
  [4, [1]],
])('cuts a list that is longer than %i characters', (maxCharacters, kept) => {
  expect(cutResult([1, 2, 3], '[1,2,3]', maxCharacters)).toMatchObject({ items: kept });
});

it('keeps a note of the API itself', () => {
  expect(withNote({ note: 'from the API' }, 'more')).toEqual({ result: { note: 'from the API' }, note: 'more' });
});

it('stops before a page that would make the result too long', async () => {
  const options = { paging: { orders: { parameter: 'page' } }, maxResultCharacters: 200 };
  expect(await call('orders', {}, options)).toEqual({
    items: items.slice(0, 4),
    note: 'There may be more items. Set page to 3 for the next page.',
  });
});

it('measures and returns the selected parts', async () => {
  const options = { paging: { orders: {} }, select: { orders: ['id'] }, maxResultCharacters: 200 };
  expect(await call('orders', {}, options)).toEqual(items.map(({ id }) => ({ id })));
});

it('adds no note to a result that must match a schema', async () => {
  const paging = { orders: { maxPages: 2 } };
  expect(await call('orders', {}, { paging, responses: 'strict' })).toEqual(items.slice(0, 4));
});

it('describes how many pages a call reads', async () => {
  const options = { include: { operations: ['orders'] }, baseUrl, paging: { orders: { maxPages: 3 } } };
  const { tools } = await toolsFromOpenApi(document, options);
  expect(tools[0]?.description).toBe('GET /orders One call reads up to 3 pages.');
});

it('sends the credentials once with each page', async () => {
  const api = createApi({
    baseUrl,
    credentials: { key: { kind: 'apiKey', in: 'query', name: 'key', value: () => 'mine' } },
  });
  seen.length = 0;
  await api.call(context, 'GET', '/orders', { auth: ['key'], paging: { maxPages: 2 } });
  expect(seen).toEqual(['/orders?key=mine', '/orders?page=2&key=mine']);
});

it('pages with createApi()', async () => {
  const api = createApi({ baseUrl });
  expect(await api.call(context, 'GET', '/orders', { paging: { parameter: 'page' } })).toEqual(items);
});

it.each<Paging>([{ items: 'data', parameter: 'cursor', from: 'next' }, { items: 'data' }])(
  'stops at a page that names itself as the next one, with %j',
  async (paging) => {
    expect(await createApi({ baseUrl }).call(context, 'GET', '/feed', { paging })).toEqual({ data: [1, 2], next: '2' });
  },
);

it.each<[string, Paging, string]>([
  ['/elsewhere', {}, 'The API names a next page on another server.'],
  ['/odd', { parameter: 'page' }, 'Page 2 of the list has another form than the first page.'],
])('fails for the pages of %s', async (path, paging, message) => {
  await expect(createApi({ baseUrl }).call(context, 'GET', path, { paging })).rejects.toThrow(message);
});

it.each<[Record<string, Paging>, string]>([
  [{ order: {} }, "paging names the operation 'order', which is not included. Did you mean 'orders'?"],
  [{ create: {} }, "paging of 'create' works only for GET, but the operation uses POST."],
  [{ orders: { parameter: 'cursor' } }, "paging of 'orders' names the parameter 'cursor', which is not in the query"],
  [{ orders: { maxPages: 0 } }, 'maxPages'],
  [{ orders: { itmes: 'data' } as Paging }, "Did you mean 'items'?"],
])('refuses to start with %j', async (paging, message) => {
  const include = { operations: ['orders', 'create'] };
  await expect(toolsFromOpenApi(document, { include, baseUrl, paging })).rejects.toThrow(message);
});

it.each([
  [null, undefined],
  ['', undefined],
  ['<a>; rel=prev', undefined],
  ['<a>; rel=next', 'a'],
  ['<a>; rel="prev NEXT"', 'a'],
  ['<a>;title="x";rel="next"', 'a'],
  ['<a>; rel="nextpage", <b>; REL=next', 'b'],
  ['<a>', undefined],
])('finds the next page in the header %j', (header, url) => {
  expect(nextLink(header)).toBe(url);
});
