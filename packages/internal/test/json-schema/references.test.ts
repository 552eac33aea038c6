import { expect, test } from 'vitest';
import { resolveReference } from '../../src/json-schema/index.ts';

const root = {
  $defs: {
    text: { type: 'string' },
    count: { type: 'integer' },
    'a/b~c': { type: 'null' },
    '100%': true,
    node: { $ref: '#/$defs/text' },
  },
  prefixItems: [{ type: 'boolean' }],
};

test.each([
  ['#', root],
  ['#/$defs/text', root.$defs.text],
  ['#/%24defs/text', root.$defs.text],
  ['#/$defs/a~1b~0c', root.$defs['a/b~c']],
  ['#/$defs/100%', true],
  ['#/prefixItems/0', root.prefixItems[0]],
  ['#/$defs/other', undefined],
  ['#/$defs/text/type/length', undefined],
  ['#/toString', undefined],
  ['#text', undefined],
  ['https://a.example/schema', undefined],
])('a reference leads to its target within the schema, or to undefined: %s', (reference, target) => {
  expect(resolveReference(reference, root)).toBe(target);
});
