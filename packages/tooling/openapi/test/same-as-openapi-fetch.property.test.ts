import { createClient as createToolClient } from '@toolwire/client';
import fc from 'fast-check';
import createApiClient from 'openapi-fetch';
import { silentLogger, toolwire } from 'toolwire';
import { expect, it, onTestFinished } from 'vitest';
import { toolsFromOpenApi } from '../src/index.ts';
import { petDocument, startPetApi } from './pet-api.ts';

// openapi-fetch leaves these five as they are, and RFC 6570 encodes them; servers read both alike.
const differing = /[!'()*]/gu;
const texts = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) => text.replaceAll(differing, '-'));
const segments = texts.filter((text) => text !== '.' && text !== '..');
const optional = { requiredKeys: [] };
const inputs = fc.record(
  {
    text: texts,
    list: fc.array(texts, { minLength: 1, maxLength: 4 }),
    object: fc.record({ a: texts, b: fc.integer() }, { requiredKeys: ['a'] }),
  },
  optional,
);
const pets = fc.record({ name: texts, tags: fc.array(texts, { maxLength: 3 }) }, { requiredKeys: ['name'] });

it('calls an API as openapi-fetch does, whatever the input is', async () => {
  const api = await startPetApi();
  onTestFinished(() => api.close());
  const include = { operations: ['echo', 'updatePet'] };
  const { tools } = await toolsFromOpenApi(petDocument, {
    include,
    baseUrl: api.url,
    toolkit: 'Pets',
    validate: false,
  });
  const server = await toolwire({ tools, logger: silentLogger }).listen(0, { closeOnSignals: false });
  onTestFinished(() => server.close());
  const toolClient = createToolClient({ url: server.url, retry: false });
  const apiClient = createApiClient<Record<string, never>>({
    baseUrl: api.url,
    // It doesn't read the document, which has the default style.
    querySerializer: { object: { style: 'form', explode: true } },
  });
  const viaTool = async (id: string, input: object) => {
    const result = await toolClient.call(id, input);
    return result.kind === 'value' ? result.value : result;
  };
  const viaClient = async (method: 'get' | 'put', path: string, options: object) => {
    const { data } = await apiClient.request(method, path as never, options as never);
    return data;
  };

  await fc.assert(
    fc.asyncProperty(segments, inputs, async (segment, query) => {
      const expected = await viaClient('get', '/echo/{segment}', { params: { path: { segment }, query } });
      expect(await viaTool('Pets.Echo', { segment, ...query })).toEqual(expected);
    }),
    { numRuns: 120 },
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0 }), pets, async (id, body) => {
      const expected = await viaClient('put', '/pets/{id}', { params: { path: { id } }, body });
      expect(await viaTool('Pets.UpdatePet', { id, body })).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});
