import { createCaller, createToolServer } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toolsFromRoutes } from '../src/index.ts';
import { versions } from './shop-app.ts';

describe.each(versions)('the tool of a route on $name', ({ create }) => {
  const serve = async (add: (app: FastifyInstance) => void) => {
    const app = create();
    onTestFinished(() => app.close());
    const readTools = toolsFromRoutes(app);
    add(app);
    await app.ready();
    return createCaller(createToolServer({ tools: readTools(), wires: [], validator: ajv() }));
  };
  const tool = { id: 'Orders.Read', description: 'Reads orders.' };

  it.each([
    ['/orders/:id?', {}, { url: '/orders' }],
    ['/orders/:id?', { id: '7' }, { url: '/orders/7', id: '7' }],
    ['/:id?', {}, { url: '/' }],
    ['/orders/:id?/', {}, { url: '/orders/' }],
    ['/of/:user/orders/:id?', { user: 'ada' }, { url: '/of/ada/orders' }],
    ['/orders/:id(^[0-9]*$)', { id: '7' }, { url: '/orders/7', id: '7' }],
    ['/a::b/:id', { id: 'x' }, { url: '/a:b/x', id: 'x' }],
    ['/tea/:größe.:format', { größe: 'xl', format: 'json' }, { url: '/tea/xl.json' }],
    ['/at/:lat-:long', { lat: '1', long: '2' }, { url: '/at/1-2' }],
  ])('with the path %s calls it with %j', async (path, input, expected) => {
    const call = await serve((app) => {
      app.get<{ Params: { id?: string } }>(path, { config: { tool } }, async ({ url, params }) => ({
        url,
        ...(params.id !== undefined && { id: params.id }),
      }));
    });
    expect(await call(tool.id, input)).toMatchObject({ kind: 'value', value: expected });
  });

  it('is not created for tool: null', async () => {
    const call = await serve((app) => {
      app.get('/ping', { config: { tool: null as never } }, async () => 'pong');
      app.get('/orders', { config: { tool } }, async () => []);
    });
    expect(await call('Shop.Ping', {})).toMatchObject({ kind: 'refused' });
    expect(await call(tool.id, {})).toMatchObject({ kind: 'value' });
  });

  it.each(['Text/Plain; charset=utf-8', 'TEXT/csv'])('returns the text of a response of type %s', async (type) => {
    const call = await serve((app) => {
      app.get('/orders', { config: { tool } }, async (_request, reply) =>
        reply.header('content-type', type).send('tea'),
      );
    });
    expect(await call(tool.id, {})).toMatchObject({ kind: 'value', value: 'tea' });
  });

  it('omits an optional parameter whose schema accepts no empty value', async () => {
    const params = { type: 'object', properties: { id: { type: 'integer' } } };
    const call = await serve((app) => {
      app.get('/orders/:id?', { schema: { params }, config: { tool } }, async ({ params: received }) => received);
    });
    expect(await call(tool.id, {})).toMatchObject({ kind: 'value', value: {} });
    expect(await call(tool.id, { id: 7 })).toMatchObject({ kind: 'value', value: { id: 7 } });
  });

  // The forms of Fastify's reference for `$ref`.
  const address = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
  const own = (reference: string, target: object) => ({
    type: 'object',
    definitions: { 'a/b': target },
    properties: { home: { $ref: reference }, work: { $ref: reference } },
  });
  it.each([
    ['an $id of the same schema', own('#address', { $id: '#address', ...address })],
    ['a definition of the same schema', own('#/definitions/a~1b', address)],
    ['an $id of a shared schema', own('http://foo/common.json#address', {})],
    ['a definition of a shared schema', own('http://foo/common.json#/definitions/foo', {})],
  ])('has an input whose references lead to %s', async (_name, body) => {
    const call = await serve((app) => {
      const foo = { $id: '#address', ...address };
      app.addSchema({ $id: 'http://foo/common.json', type: 'object', definitions: { foo } });
      app.post('/places', { schema: { body }, config: { tool } }, async ({ body: received }) => received as object);
    });
    const input = { home: { city: 'Graz' } };
    expect(await call(tool.id, input)).toMatchObject({ kind: 'value', value: input });
    expect(await call(tool.id, { work: { city: 1 } })).toMatchObject({ kind: 'invalid' });
  });

  it.each([
    ['minProperties', 1],
    ['maxProperties', 1],
    ['dependentRequired', { email: ['phone'] }],
    ['dependentSchemas', { email: { required: ['phone'] } }],
    ['dependencies', { email: ['phone'] }],
    ['propertyNames', { maxLength: 5 }],
    ['enum', [{ phone: '1' }]],
    ['const', { phone: '1' }],
  ])('has the field body for a body with %s, and fields for a querystring with it', async (keyword, value) => {
    const properties = { email: { type: 'string' }, phone: { type: 'string' } };
    const schema = { type: 'object', properties, [keyword]: value };
    const call = await serve((app) => {
      app.setValidatorCompiler(() => (received: unknown) => ({ value: received }));
      app.post('/people', { schema: { body: schema }, config: { tool } }, async ({ body }) => body as object);
      const config = { tool: { ...tool, id: 'People.Find' } };
      app.get('/people', { schema: { querystring: schema }, config }, async ({ query }) => query as object);
    });
    const person = { phone: '1' };
    expect(await call(tool.id, { body: person })).toMatchObject({ kind: 'value', value: person });
    expect(await call('People.Find', person)).toMatchObject({ kind: 'value', value: person });
  });

  it('rejects an empty input before the route runs if its body has minProperties', async () => {
    const body = { type: 'object', properties: { email: { type: 'string' } }, minProperties: 1 };
    const call = await serve((app) => {
      app.setValidatorCompiler(() => (value: unknown) => ({ value }));
      app.post('/people', { schema: { body }, config: { tool } }, async () => ({}));
    });
    expect(await call(tool.id, {})).toMatchObject({ kind: 'invalid' });
    expect(await call(tool.id, { body: {} })).toMatchObject({ kind: 'invalid' });
  });

  it('has an input whose references lead to an $anchor', async () => {
    const body = {
      type: 'object',
      $defs: { place: { $anchor: 'place', ...address } },
      properties: { home: { $ref: '#place' } },
    };
    const call = await serve((app) => {
      app.setValidatorCompiler(() => (value: unknown) => ({ value }));
      app.post('/places', { schema: { body }, config: { tool } }, async ({ body: received }) => received as object);
    });
    expect(await call(tool.id, { home: { city: 1 } })).toMatchObject({ kind: 'invalid' });
  });
});
