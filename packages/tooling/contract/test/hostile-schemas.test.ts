import { cpuMs, doublings, hostileSchema, maxHostileMs } from '@toolwire/internal/testing';
import { describe, expect, test } from 'vitest';
import { compareSchemas, diffAsText, diffListings, generateClient, listingAsOpenApi } from '../src/index.ts';

const listing = (schema: object): object => ({
  tools: [
    {
      id: 'Orders.Find',
      name: 'Orders_Find',
      version: '1.0.0',
      description: 'Finds orders.',
      input_schema: { parameters: schema },
      output_schema: schema,
    },
  ],
});

describe.each(Object.entries(doublings))(
  'a schema of a remote server that expands to a billion parts: %s',
  (_, form) => {
    const schema = hostileSchema(form);
    const later = hostileSchema(form, { type: 'number' });

    test('is described as open', () => {
      const ms = cpuMs(() =>
        expect(JSON.stringify(listingAsOpenApi(listing(schema)))).toContain('"Orders.Find-1.0.0.input":{}'),
      );
      expect(ms).toBeLessThan(maxHostileMs);
    });

    test('is not compared', () => {
      const ms = cpuMs(() => {
        expect(compareSchemas(schema, later)).toEqual({
          verdict: 'unknown',
          path: '',
          reason: 'there are more than 20000 parts once references are replaced',
        });
        expect(diffListings(listing(schema), listing(later)).bump).toBe('major');
      });
      expect(ms).toBeLessThan(maxHostileMs);
    });

    test('is written as named types', () => {
      const ms = cpuMs(() => expect(generateClient(listing(schema)).length).toBeLessThan(20_000));
      expect(ms).toBeLessThan(maxHostileMs);
    });
  },
);

test('URL-encoded references count toward the size of a schema', () => {
  const schema = hostileSchema(doublings.members, {}, '#/%24defs');
  const ms = cpuMs(() =>
    expect(JSON.stringify(listingAsOpenApi(listing(schema)))).toContain('"Orders.Find-1.0.0.input":{}'),
  );
  expect(ms).toBeLessThan(maxHostileMs);
});

test('a recursive schema with many spellings of a reference is described immediately', () => {
  const spelled = Array.from('definitions', (letter, index) => {
    const code = letter.charCodeAt(0).toString(16);
    return `#/${'definitions'.slice(0, index)}%${code}${'definitions'.slice(index + 1)}/node`;
  });
  const node = { properties: Object.fromEntries(spelled.map(($ref) => [$ref, { $ref }])) };
  const schema = { type: 'object', properties: { node: { $ref: '#/definitions/node' } }, definitions: { node } };
  const ms = cpuMs(() => listingAsOpenApi(listing(schema)));
  expect(ms).toBeLessThan(maxHostileMs);
});

test('a reference in the data of a schema is not followed', () => {
  const data = {
    type: 'object',
    properties: { a: { const: { $ref: '#/$defs/b' } } },
    $defs: { b: { type: 'string' } },
  };
  expect(JSON.stringify(listingAsOpenApi(listing(data)))).toContain('"const":{"$ref":"#/$defs/b"}');
});

test('a deprecated tool with a description of brackets is read in linear time', () => {
  const tool = { id: 'A.B', version: '1.0.0', input_schema: { parameters: { deprecated: true } } };
  const description = ' ['.repeat(100_000);
  const ms = cpuMs(() => diffListings({ tools: [{ ...tool, description }] }, { tools: [tool] }));
  expect(ms).toBeLessThan(maxHostileMs);
});

test('a message never ends within a character', () => {
  const before = listing({ properties: { a: { default: `${'x'.repeat(58)}😀 and more` } } });
  const text = diffAsText(diffListings(before, listing({ properties: { a: {} } })));
  expect(text).toContain(`the default "${'x'.repeat(58)}… was removed`);
});
