import { expect, it } from 'vitest';
import { importSource, readImportChoice } from '../src/source.ts';

const read = (more: object) => readImportChoice(JSON.stringify({ document: 'api.yaml', include: {}, ...more }));

it.each([
  [{ exclude: { tags: 'internal' } }, 'exclude in import.json must have lists, such as { "tags": ["internal"] }.'],
  [{ exclude: null }, 'exclude in import.json expects an object'],
  [{ baseUrl: 1 }, 'baseUrl in import.json must be the URL of the API, such as "https://api.example.com".'],
  [{ baseUrl: '' }, 'baseUrl in import.json must be the URL of the API, such as "https://api.example.com".'],
  [{ baseUrl: 'api.example.com' }, 'The server URL must be an http or https URL'],
  [
    { toolkit: 'My tools' },
    "The toolkit 'My tools' must begin with a letter, and have only letters, digits and underscores.",
  ],
])('refuses %j', (more, message) => {
  expect(() => read(more)).toThrow(message);
});

it('accepts what it can use', () => {
  const more = { exclude: { tags: ['internal'] }, baseUrl: 'https://api.example.com', toolkit: 'My_tools2' };
  expect(read(more)).toMatchObject(more);
});

it.each([{ toolkit: '2nd' }, { baseUrl: 'ftp://api.example.com' }])('imports nothing with %j', async (more) => {
  const choice = { document: 'api.yaml', include: {}, ...more };
  const document = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: {} };
  await expect(importSource(document, { choice, validate: false })).rejects.toThrow(/toolkit|server URL/);
});
