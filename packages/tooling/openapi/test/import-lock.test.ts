import { expect, it } from 'vitest';
import { createDefinitionSearch } from '../src/code-generation/definitions.ts';
import { importSource } from '../src/source.ts';
import { firstImport } from './first-import.ts';

const config = { document: 'api.json', include: { paths: ['/*'] } };

it('writes each definition into the lock once, whatever the number of tools, and finds its changes', async () => {
  const numbers = (length: number) => Array.from({ length }, (_, index) => index);
  const [many, cycle] = [numbers(20), numbers(8)];
  const withName = (name: object) => ({
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://shop.example.com' }],
    paths: Object.fromEntries(
      many.map((index) => {
        const schema = { $ref: `#/components/schemas/Order${index % cycle.length}` };
        const content = { 'application/json': { schema } };
        const responses = { 200: { description: 'Done.', content } };
        return [`/orders/${index}`, { post: { operationId: `order${index}`, requestBody: { content }, responses } }];
      }),
    ),
    components: {
      schemas: {
        Name: name,
        ...Object.fromEntries(
          cycle.map((index) => {
            const next = { $ref: `#/components/schemas/Order${(index + 1) % cycle.length}` };
            const properties = { name: { $ref: '#/components/schemas/Name' }, next };
            return [`Order${index}`, { type: 'object', properties }];
          }),
        ),
      },
    },
  });
  const first = await importSource(withName({ type: 'string' }), { config, ...firstImport });
  const listing = (JSON.parse(first.lock) as { readonly listing: unknown }).listing;
  expect(JSON.stringify(listing).length).toBeLessThan(20_000);
  const again = await importSource(withName({ type: 'string' }), { config, ...firstImport });
  expect(again.lock).toBe(first.lock);
  const options = { config, ...firstImport, lock: first.lock };
  expect((await importSource(withName({ type: 'string' }), options)).diff.tools).toEqual([]);
  const { diff } = await importSource(withName({ type: 'string', maxLength: 10 }), options);
  expect(diff.tools).toHaveLength(many.length);
  expect(diff.bump).toBe('major');
});

it('searches each definition for references once, whatever the number of tools', () => {
  let reads = 0;
  const definition = {
    get properties() {
      reads += 1;
      return { next: { $ref: '#/$defs/Order' } };
    },
  };
  const search = createDefinitionSearch({ Order: definition });
  for (let count = 0; count < 10; count++) expect(search({ $ref: '#/$defs/Order' })).toEqual(['Order']);
  expect(reads).toBe(1);
});
