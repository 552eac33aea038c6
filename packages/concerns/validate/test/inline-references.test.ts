import { expect, it } from 'vitest';
import { inlineReferences } from '../src/publish/inline-references.ts';

it('stops to replace references of a recursive schema as soon as it is too large to publish at this level', () => {
  let reads = 0;
  const reference = {
    get $ref() {
      reads += 1;
      return '#/$defs/Person';
    },
  };
  const friends = Array.from({ length: 100 }, (_, index) => [`friend${index}`, reference]);
  const { schema, isRecursive } = inlineReferences({
    type: 'object',
    properties: { person: reference },
    $defs: { Person: { type: 'object', properties: Object.fromEntries(friends) as object } },
  });
  expect(isRecursive).toBe(true);
  expect(JSON.stringify(schema)).toContain('nested to any depth');
  // One level has 101 references, two have 10,101, and three a million.
  expect(reads).toBeLessThan(10_000);
});

it('replaces all references of a recursive schema that also has many boolean subschemas (OTC-DEF-09)', () => {
  const closed = { type: 'object', additionalProperties: false };
  const fields = Array.from({ length: 15 }, (_, index) => [`field${index}`, closed] as const);
  const children = Array.from({ length: 9 }, (_, index) => [`child${index}`, { $ref: '#/$defs/Node' }] as const);
  const { schema } = inlineReferences({
    type: 'object',
    properties: { node: { $ref: '#/$defs/Node' } },
    $defs: { Node: { ...closed, properties: Object.fromEntries<object>([...fields, ...children]) } },
  });
  expect(JSON.stringify(schema).includes('$ref')).toBe(false);
});
