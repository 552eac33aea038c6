import { expect, it } from 'vitest';
import { importSource, readImportConfig } from '../src/source.ts';
import { firstImport } from './first-import.ts';

const read = (more: object) => readImportConfig(JSON.stringify({ document: 'api.yaml', include: {}, ...more }));

const url =
  'baseUrl in import.json must be the http or https URL of the API, without credentials, query and fragment, such as "https://api.example.com".';

it.each([
  [
    { document: undefined },
    'document in import.json must be the path of the OpenAPI document, such as "../openapi.yaml".',
  ],
  [{ document: 7 }, 'document in import.json must be the path of the OpenAPI document, such as "../openapi.yaml".'],
  [{ overlays: 'a.yaml' }, 'overlays in import.json must be a list of paths, such as ["../overlay.yaml"].'],
  [{ include: undefined }, 'include in import.json must be the operations to import, such as { "tags": ["orders"] }.'],
  [{ include: ['orders'] }, 'include of import.json expects an object, such as { tags: … }, got a list.'],
  [{ include: { tag: ['orders'] } }, "Invalid option 'tag' in include of import.json. Did you mean 'tags'?"],
  [{ include: { tags: 'orders' } }, 'include.tags in import.json must be a list of names, such as ["orders"].'],
  [{ include: { paths: [''] } }, 'include.paths in import.json must be a list of names, such as ["orders"].'],
  [{ exclude: { tags: 'internal' } }, 'exclude.tags in import.json must be a list of names, such as ["orders"].'],
  [{ exclude: null }, 'exclude of import.json expects an object'],
  [{ baseUrl: 1 }, url],
  [{ baseUrl: '' }, url],
  [{ baseUrl: 'api.example.com' }, url],
  [{ baseUrl: 'https://ann:secret@api.example.com' }, url],
  [{ toolkit: 1 }, 'toolkit in import.json must be the first part of the tool IDs, such as "Shop".'],
  [
    { toolkit: 'My tools' },
    "The toolkit 'My tools' must begin with a letter, and have only letters, digits and underscores.",
  ],
  [{ extension: '.mjs' }, "extension in import.json must be '.ts' or '.js', got a string."],
  [{ toolkits: 'Shop' }, "Invalid option 'toolkits' in import.json. Did you mean 'toolkit'?"],
])('refuses %j', (more, message) => {
  expect(() => read(more)).toThrow(message);
});

it('names the file that is not JSON', () => {
  expect(() => readImportConfig('{ "document": ')).toThrow('import.json is neither JSON nor YAML: ');
});

it('accepts what it can use', () => {
  const more = { exclude: { tags: ['internal'] }, baseUrl: 'https://api.example.com', toolkit: 'My_tools2' };
  expect(read(more)).toMatchObject(more);
});

it('adds no field that the file does not have', () => {
  expect(JSON.parse(JSON.stringify(read({})))).toStrictEqual({ document: 'api.yaml', include: {} });
  expect(read({ extension: '.js' })).toMatchObject({ extension: '.js' });
});

it.each([{ toolkit: '2nd' }, { baseUrl: 'ftp://api.example.com' }])('imports nothing with %j', async (more) => {
  const config = { document: 'api.yaml', include: {}, ...more };
  const document = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: {} };
  await expect(importSource(document, { config, ...firstImport })).rejects.toThrow(/toolkit|baseUrl/);
});
