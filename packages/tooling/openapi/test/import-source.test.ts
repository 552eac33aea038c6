import type { JsonSchema } from '@toolwire/core';
import { describe, expect, it } from 'vitest';
import { createConstants } from '../src/code-generation/constants.ts';
import { type ImportConfig, importSource } from '../src/source.ts';
import { documents } from './documents.ts';
import { firstImport } from './first-import.ts';
import { petDocument } from './pet-api.ts';

const everything: ImportConfig = { document: '../api.yaml', include: { paths: ['/*'] } };

/** The files of an import as they are after it, and its lock. */
async function importAll(source: string | object, config: ImportConfig = everything) {
  const { files, lock, ...rest } = await importSource(source, { config, ...firstImport });
  return { ...rest, lock, texts: new Map(files.map(({ name, text = '' }) => [name, text])) };
}

describe('importSource', () => {
  it.each(Object.keys(documents))('writes %s as a readable file for each tag, the same bytes twice', async (name) => {
    const document = documents[name] ?? '';
    const { texts, lock } = await importAll(document);
    const again = await importAll(document);
    expect([again.texts, again.lock]).toEqual([texts, lock]);
    for (const [file, text] of texts) {
      await expect(text).toMatchFileSnapshot(`./generated/${name}/${file}`);
    }
  });

  it('takes what is chosen, and lists what it cannot take', async () => {
    const { toolIds, unsupported } = await importAll(petDocument, {
      document: 'pets.yaml',
      include: { tags: ['certificate'], operations: ['getPet', 'listPets'] },
      exclude: { operations: ['listPets'] },
      toolkit: 'Zoo',
    });
    expect(toolIds).toEqual(['Zoo.GetPet@1.0.0']);
    expect(unsupported.map(({ id }) => id)).toEqual(['withCertificate']);
  });

  it('advises where models would have trouble', async () => {
    const get = (operationId: string, rest: object = {}) => ({ get: { operationId, responses: {}, ...rest } });
    const large = Object.fromEntries(
      Array.from({ length: 900 }, (_, index) => [`property${index}`, { type: 'string' }]),
    );
    const content = (schema: object) => ({ 200: { description: '', content: { 'application/json': { schema } } } });
    const list = content({ type: 'array' });
    const many: readonly [string, object][] = Array.from({ length: 20 }, (_, index) => [
      `/n/${index}`,
      get(`read${index}`, { summary: `Word${'x'.repeat(index)}` }),
    ]);
    const { advice } = await importAll({
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1' },
      paths: {
        ...(Object.fromEntries(many) as object),
        '/a': get('getOrder', { summary: 'Gets an order.' }),
        '/b': get('fetchOrder', { description: 'gets AN order' }),
        '/c': get('large', { summary: 'L', responses: content({ type: 'object', properties: large }) }),
        '/d': get('list', { summary: 'M', responses: list }),
        '/e': get('silent'),
        '/f': get('ofCountry', { summary: 'N', parameters: [{ name: 'country', in: 'query' }], responses: list }),
        '/h': get('download', { summary: 'P', responses: { 200: { description: '', content: { 'image/png': {} } } } }),
        '/g': get('firstOnes', { summary: 'O', parameters: [{ name: 'maxItems', in: 'query' }], responses: list }),
      },
    });
    expect(advice).toEqual([
      'The document has no URL of the API. Replace https://api.example.com in http.ts.',
      '28 tools are too many: models choose well among 20 or fewer. Select fewer operations.',
      'Shop.GetOrder, Shop.FetchOrder have nearly the same description. State in each one when to use the tool.',
      'Shop.Silent has no description. Describe when to use the tool.',
      'Shop.Large has a result too large to describe, so the output schema is omitted. Set select to the parts that matter.',
      'Shop.Download has a file as the result. Set the server option artifacts: { store }. Without it, calls fail.',
      'Shop.List, Shop.OfCountry have a list as the result, but no parameter that limits its length. Set select, or check the size of the result.',
    ]);
  });
});

it.each([
  ['200', false],
  ['204', true],
])('promises that a call returns nothing if its status is %s without a described body: %s', async (status, isNull) => {
  const close = { operationId: 'close', summary: 'Closes it.', responses: { [status]: { description: 'Done.' } } };
  const { texts } = await importAll({ openapi, info, paths: { '/close': { post: close } } });
  expect(texts.get('tools.ts')?.includes('output: z.null()')).toBe(isNull);
});

const openapi = '3.1.0';
const info = { title: 'Shop', version: '1' };

describe('the URL of the API', () => {
  const paths = { '/a': { get: { operationId: 'readA', summary: 'Reads.', responses: {} } } };
  const withServer = (url: string) => ({ openapi, info, servers: [{ url }], paths });

  it.each(['http://127.0.0.1:8080', 'http://[::1]', 'http://169.254.169.254', 'http://localhost', 'http://api.local'])(
    'advises on the private host of %s, which the document names',
    async (url) => {
      const { hostname } = new URL(url);
      const { advice } = await importAll(withServer(url));
      expect(advice).toEqual([
        `The document names the private host ${hostname}, and http.ts allows it. Set baseUrl if it is not your API.`,
      ]);
      expect((await importAll(withServer(url), { ...everything, baseUrl: url })).advice).toEqual([]);
    },
  );

  it('may have a variable as its scheme', async () => {
    const { advice, texts } = await importAll({
      ...withServer(''),
      servers: [{ url: '{protocol}://api.pets.org/v1', variables: { protocol: { default: 'https' } } }],
    });
    expect(advice).toEqual([]);
    expect(texts.get('http.ts')).toContain("'https://api.pets.org/v1'");
  });

  it.each(['/v1', 'ftp://api.pets.org', 'localhost:8080/v1', '{protocol}://api.pets.org'])(
    'is unknown if the document has %s',
    async (url) => {
      const { advice } = await importAll(withServer(url));
      expect(advice).toEqual(['The document has no URL of the API. Replace https://api.example.com in http.ts.']);
    },
  );

  it('advises where its host changed since the last import', async () => {
    const { lock, advice, texts } = await importAll(withServer('https://shop.example.com'));
    expect(advice).toEqual([]);
    const later = (url: string) =>
      importSource(withServer(url), { config: everything, lock, validate: false, current: texts });
    expect((await later('https://shop.example.com/v2')).advice).toEqual([]);
    expect((await later('https://evil.example')).advice).toEqual([
      'The host of the API changed from shop.example.com to evil.example. Check baseUrl in http.ts: it gets the credentials.',
    ]);
  });
});

describe('a server that only one operation has', () => {
  const withOwn = (server: object, servers: readonly object[] = [{ url: 'https://shop.example.com/v1' }]) => ({
    openapi,
    info,
    servers,
    paths: {
      '/a': { get: { operationId: 'readA', servers: [server], responses: {} } },
      '/b': { get: { operationId: 'readB', responses: {} } },
    },
  });

  it.each([
    [{ url: '/v2' }, 'https://shop.example.com/v2'],
    [{ url: 'https://a.example:{port}', variables: { port: { default: '8443' } } }, 'https://a.example:8443'],
    [{ url: 'https://{region}.example/', variables: { region: { default: 'eu' } } }, 'https://eu.example'],
  ])('writes %j as its URL', async (server, url) => {
    const { texts, unsupported } = await importAll(withOwn(server));
    expect(unsupported).toEqual([]);
    expect(texts.get('tools.ts')).toContain(`server: '${url}'`);
  });

  it.each([
    [{ url: 'https://{region}.example', variables: { region: {} } }, undefined],
    [{ url: 'https://{region}.example' }, undefined],
    [{ url: 'https://user:password@a.example' }, undefined],
    [{ url: 'https://a.example:port' }, undefined],
    [{ url: 'https://a.example/v1?' }, undefined],
    [{ url: 'https://a.example/v1#' }, undefined],
    [{ url: '/v2' }, []],
  ])('lists its operation with a reason for %j', async (server, servers) => {
    const { toolIds, unsupported } = await importAll(withOwn(server, servers));
    expect(toolIds).toEqual(['Shop.ReadB@1.0.0']);
    expect(unsupported.map(({ id, reason }) => [id, reason])).toEqual([
      [
        'readA',
        `Its server URL '${server.url}' must be an http or https URL without credentials, query and fragment, with a default for each variable. If it is relative, set baseUrl.`,
      ],
    ]);
  });

  it.each([
    ['files', 'https://api.example.com/v1/files'],
    ['/files', 'https://api.example.com/files'],
    ['', 'https://api.example.com/v1'],
  ])('resolves %j against baseUrl, with or without a slash at its end', async (url, resolved) => {
    for (const baseUrl of ['https://api.example.com/v1', 'https://api.example.com/v1/']) {
      const { texts } = await importAll(withOwn({ url }), { ...everything, baseUrl });
      expect(texts.get('tools.ts')).toContain(`server: '${resolved}'`);
    }
  });

  it('imports a document whose own URL has an unknown variable', async () => {
    const { toolIds, advice } = await importAll({ ...withOwn({}, [{ url: 'https://{region}.example' }]) });
    expect(toolIds).toHaveLength(2);
    expect(advice[0]).toBe('The document has no URL of the API. Replace https://api.example.com in http.ts.');
  });
});

it('refuses paging that would fail in each call', async () => {
  const operation = { operationId: 'makeA', responses: {}, 'x-toolwire': { paging: { parameter: 'page' } } };
  for (const [method, message] of [
    ['post', "paging of 'makeA' works only for GET, but the operation uses POST."],
    ['get', "paging of 'makeA' names the parameter 'page', which is not in the query of the operation."],
  ] as const) {
    const document = { openapi, info, paths: { '/a': { [method]: operation } } };
    await expect(importAll(document)).rejects.toThrow(message);
  }
});

it.each([
  ['counted pages', { parameter: 'page' }, 'page: input.page ?? 0'],
  ['pages that name the next one', { parameter: 'page', from: 'next' }, 'page: input.page }'],
])('writes the first page of %s', async (_, paging, text) => {
  const parameters = [{ name: 'page', in: 'query', schema: { type: 'integer', default: 0 } }];
  const get = { operationId: 'listA', parameters, responses: {}, 'x-toolwire': { paging } };
  const { texts } = await importAll({ openapi, info, paths: { '/a': { get } } });
  expect(texts.get('tools.ts')).toContain(text);
});

describe('Zod code for a schema of several parts', () => {
  const properties = { a: { type: 'string' } };
  const closed = { type: 'object', properties, additionalProperties: false };
  const $defs = { Closed: closed, Link: { $ref: '#/$defs/Closed' } };
  const alternatives = [{ required: ['a'] }, { required: ['b'] }];

  it.each<[string, JsonSchema]>([
    ['anyOf', { ...closed, anyOf: alternatives }],
    ['a reference in allOf', { $defs, allOf: [{ $ref: '#/$defs/Link' }, { properties: { b: {} } }] }],
    ['a reference', { $defs, $ref: '#/$defs/Closed', required: ['a'] }],
    ['a single alternative', { $defs, type: 'object', anyOf: [{ $ref: '#/$defs/Closed' }, { type: 'null' }] }],
  ])('is not written if one is closed: %s', (_what, schema) => {
    expect(createConstants(new Set()).addZod(schema, 'Input')).toBeUndefined();
  });

  it.each<[string, JsonSchema]>([
    ['open parts', { type: 'object', properties, anyOf: alternatives }],
    ['one closed part', { $defs, anyOf: [{ $ref: '#/$defs/Closed' }, { type: 'null' }] }],
  ])('is written for %s', (_what, schema) => {
    expect(createConstants(new Set()).addZod(schema, 'Input')).toBeTypeOf('string');
  });
});

describe('the source of a tool', () => {
  it.each([
    ['no schema', {}, false],
    ['a schema', { parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }] }, true],
  ])('imports Zod only for code, not for a description or a path: %s', async (_, more, hasImport) => {
    const get = { operationId: 'readA', description: 'Plots x, y and z.max.', responses: {}, ...more };
    const { texts } = await importAll({ openapi, info, paths: { '/z.max': { get } } });
    expect(texts.get('tools.ts')?.includes("import { z } from 'zod';")).toBe(hasImport);
  });

  const parameter = (name: string, place: string, more: object) => ({ name, in: place, required: true, ...more });
  const withParameters = (...parameters: readonly object[]) => ({
    openapi,
    info,
    servers: [{ url: 'https://shop.example.com' }],
    paths: { '/a/{ids}': { get: { operationId: 'readA', parameters, responses: {} } } },
  });

  it('has the styles of parameters by their part of the request', async () => {
    const schema = { type: 'array', items: { type: 'string' } };
    const { texts } = await importAll(
      withParameters(
        parameter('ids', 'path', { style: 'label', schema }),
        parameter('ids', 'query', { explode: false, schema }),
      ),
    );
    const text = (texts.get('tools.ts') ?? '').replaceAll(/\s+/gu, ' ');
    expect(text).toContain("styles: { path: { ids: { style: 'label' } }, query: { ids: { explode: false } } },");
  });

  it('accepts integers and strings as JSON Schema does', async () => {
    const { texts } = await importAll(
      withParameters(
        parameter('ids', 'path', { schema: { type: 'integer' } }),
        parameter('word', 'query', { schema: { type: 'string', minLength: 1, maxLength: 2 } }),
      ),
    );
    const text = texts.get('tools.ts') ?? '';
    expect(text).toContain('ids: z.number().multipleOf(1)');
    expect(text).toContain('word: z.string().min(1).meta({ maxLength: 2 })');
  });

  it('escapes hidden characters of patterns', async () => {
    const pattern = '^[\u202E\u0007\u061C]$';
    const { texts } = await importAll(
      withParameters(
        parameter('ids', 'path', { schema: { type: 'string' } }),
        parameter('word', 'query', { schema: { type: 'string', pattern } }),
      ),
    );
    expect(texts.get('tools.ts')).toContain(String.raw`z.string().regex(/^[\u202e\u0007\u061c]$/u)`);
  });

  it('takes no credential from the prototype of the sources', async () => {
    const securitySchemes = { constructor: { type: 'http', scheme: 'bearer' } };
    const document = withParameters(parameter('ids', 'path', { schema: { type: 'string' } }));
    const { texts } = await importAll({
      ...document,
      components: { securitySchemes },
      security: [{ constructor: [] }],
    });
    expect(texts.get('http.ts')).toContain("constructor: { kind: 'bearer', provider: 'constructor' }");
  });
});

describe('a second import', () => {
  const document = (more: object = {}, description = 'Gets an order.') => ({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://shop.example.com' }],
    paths: {
      '/orders/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'getOrder', tags: ['orders'], description, responses: {}, ...more },
      },
      '/items': { get: { operationId: 'listItems', tags: ['items'], description: 'Lists items.', responses: {} } },
    },
  });
  const limit = { parameters: [{ name: 'currency', in: 'query', required: true, schema: { type: 'string' } }] };

  it('keeps edits, applies changes, and reports each change with the version it needs', async () => {
    const first = await importAll(document());
    const edited = new Map(first.texts);
    const text = first.texts.get('orders.ts') ?? '';
    edited.set('orders.ts', text.replace("'Gets an order.'", "'Gets an order by its number.'"));
    const second = await importSource(document(limit), {
      config: everything,
      lock: first.lock,
      validate: false,
      current: edited,
    });
    const orders = second.files.find(({ name }) => name === 'orders.ts');
    expect(orders?.state).toBe('merged');
    expect(orders?.text).toContain("'Gets an order by its number.'");
    expect(orders?.text).toContain("version: '2.0.0'");
    expect(orders?.text).toContain('currency: input.currency');
    expect(second.files.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'http.ts unchanged',
      'index.ts unchanged',
      'items.ts unchanged',
      'orders.ts merged',
    ]);
    expect(second.diff).toMatchObject({
      bump: 'major',
      isCovered: true,
      tools: [{ id: 'Shop.GetOrder', from: '1.0.0', to: '2.0.0' }],
    });
  });

  it('continues after a version that the document declared', async () => {
    const first = await importAll(document({ 'x-toolwire': { version: '2.1.0' } }));
    expect(first.toolIds).toContain('Shop.GetOrder@2.1.0');
    const options = { config: everything, lock: first.lock, validate: false, current: first.texts };
    const { toolIds } = await importSource(document(limit), options);
    expect(toolIds).toContain('Shop.GetOrder@3.0.0');
    const described = await importSource(document({}, 'Finds an order.'), options);
    expect(described.toolIds).toContain('Shop.GetOrder@2.1.1');
  });

  it('marks conflicts, names their lines, and refuses the next import until they are resolved', async () => {
    const first = await importAll(document());
    const current = new Map(first.texts);
    current.set(
      'orders.ts',
      (first.texts.get('orders.ts') ?? '').replace('Gets an order.', 'Mine.').replaceAll('\n', '\r\n'),
    );
    const options = { config: everything, lock: first.lock, validate: false, current };
    const { files } = await importSource(document({}, 'Theirs.'), options);
    const orders = files.find(({ name }) => name === 'orders.ts');
    expect(orders?.state).toBe('conflict');
    const lines = orders?.text?.split('\r\n') ?? [];
    const [line = 0] = orders?.conflicts ?? [];
    expect(lines[line - 1]).toBe('<<<<<<< yours');
    expect(lines.slice(line, line + 8).join('\n')).toMatch(
      /'Mine\.'[\s\S]*=======[\s\S]*'Theirs\.'[\s\S]*>>>>>>> imported/u,
    );
    current.set('orders.ts', orders?.text ?? '');
    await expect(importSource(document(), options)).rejects.toMatchObject({ code: 'TW_OPENAPI_IMPORT' });
  });

  it('removes unedited files, keeps edited ones, and leaves deleted ones deleted', async () => {
    const first = await importAll(document());
    const current = new Map(first.texts);
    current.delete('orders.ts');
    const config = { ...everything, include: { tags: ['orders'] } };
    const states = async () =>
      (await importSource(document(limit), { config, lock: first.lock, validate: false, current })).files.map(
        ({ name, state }) => [name, state],
      );
    expect(Object.fromEntries(await states())).toMatchObject({ 'items.ts': 'removed', 'orders.ts': 'deleted' });
    current.set('items.ts', '// mine');
    expect(Object.fromEntries(await states())).toMatchObject({ 'items.ts': 'edited' });
  });

  it('overwrites no file that it did not write', async () => {
    const current = new Map([['index.ts', 'export {};']]);
    await expect(importSource(document(), { config: everything, ...firstImport, current })).rejects.toThrow(
      'index.ts exists and was not imported. Move it, or choose another folder.',
    );
  });

  it.each(['\n', '\r\n'])(
    'leaves the same file with the line ending %j unchanged, also without a lock',
    async (ending) => {
      const { texts } = await importAll(document());
      const current = new Map([...texts].map(([name, text]) => [name, text.replaceAll('\n', ending)]));
      const { files } = await importSource(document(), { config: everything, ...firstImport, current });
      expect(new Set(files.map(({ state }) => state))).toEqual(new Set(['unchanged']));
    },
  );
});
