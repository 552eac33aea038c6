import { describe, expect, test } from 'vitest';
import { diffAsMarkdown, diffAsText, diffListings } from '../src/index.ts';
import { add, greet, search } from './listings.ts';

const listing = (...tools: readonly object[]): object => ({ $schema: 'https://example.com', tools });
const wider = add('1.1.0', { inputs: { a: 'number', b: 'number', c: 'number' } });

/** Each with how far the change goes, and whether the versions cover it. */
const cases: readonly (readonly [string, object, object, string, boolean])[] = [
  ['nothing', listing(add('1.0.0')), listing(add('1.0.0')), 'none', true],
  ['a new tool', listing(add('1.0.0')), listing(add('1.0.0'), greet('1.0.0')), 'minor', true],
  ['a removed tool', listing(add('1.0.0'), greet('1.0.0')), listing(add('1.0.0')), 'major', false],
  [
    'another description under the same version',
    listing(add('1.0.0')),
    listing(add('1.0.0', { description: 'Sums.' })),
    'patch',
    false,
  ],
  [
    'another description under a patch',
    listing(add('1.0.0')),
    listing(add('1.0.1', { description: 'Sums.' })),
    'patch',
    true,
  ],
  ['a new optional parameter under a minor version', listing(add('1.0.0')), listing(wider), 'minor', true],
  [
    'the same under a patch',
    listing(add('1.0.0')),
    listing({ ...wider, id: 'Calculator.Add@1.0.1', version: '1.0.1' }),
    'minor',
    false,
  ],
  [
    'a removed parameter under a minor version',
    listing(add('1.0.0')),
    listing(add('1.1.0', { inputs: { a: 'number' } })),
    'major',
    false,
  ],
  [
    'the same under a major version',
    listing(add('1.0.0')),
    listing(add('2.0.0', { inputs: { a: 'number' } })),
    'major',
    true,
  ],
  [
    'another description after a prerelease',
    listing(add('1.2.0-beta')),
    listing(add('1.2.1', { description: 'Sums.' })),
    'patch',
    true,
  ],
  [
    'a narrower input after a version without all numbers',
    listing(add('1.0')),
    listing(add('1.0.0', { inputs: { a: 'integer', b: 'number' } })),
    'major',
    true,
  ],
  [
    'a narrower input in an additional version',
    listing(add('1.0.0')),
    listing(add('1.0.0'), add('1.0.1', { inputs: { a: 'integer', b: 'number' } })),
    'major',
    false,
  ],
  [
    'a wider output',
    listing(add('1.0.0', { output: 'integer' })),
    listing(add('1.1.0', { output: 'number' })),
    'major',
    false,
  ],
  [
    'a narrower output',
    listing(add('1.0.0', { output: 'number' })),
    listing(add('1.1.0', { output: 'integer' })),
    'minor',
    true,
  ],
  ['an additional secret', listing(add('1.0.0')), listing(add('1.1.0', { secrets: ['KEY'] })), 'major', false],
  ['a removed secret', listing(add('1.0.0', { secrets: ['KEY'] })), listing(add('1.1.0')), 'minor', true],
  ['a removed version with a later one', listing(add('1.0.0'), add('2.0.0')), listing(add('2.0.0')), 'none', true],
  ['the removed latest version', listing(add('1.0.0'), add('2.0.0')), listing(add('1.0.0')), 'major', false],
  ['a deprecation', listing(add('1.0.0')), listing(add('1.0.0', { deprecated: true })), 'minor', true],
  [
    'a breaking minor bump before 1.0.0',
    listing(add('0.1.0')),
    listing(add('0.2.0', { inputs: { a: 'number' } })),
    'major',
    true,
  ],
  [
    'a patch bump with an addition before 1.0.0',
    listing(add('0.1.0')),
    listing({ ...wider, id: 'Calculator.Add@0.1.1', version: '0.1.1' }),
    'minor',
    true,
  ],
];

describe('the diff of two listings', () => {
  test.each(cases)('%s', (_name, earlier, later, bump, isCovered) => {
    expect(diffListings(earlier, later)).toMatchObject({ bump, isCovered });
  });

  test('ignores the wrapper around parameters', () => {
    const [wrapped] = [add('1.0.0') as { input_schema: { parameters: object } }];
    const plain = { ...wrapped, input_schema: wrapped.input_schema.parameters };
    expect(diffListings({ tools: [wrapped] }, { items: [plain] }).tools).toEqual([]);
  });

  test('reads the description without the notice of a deprecation, but with other brackets', () => {
    const changesOf = (before: string, after: string): readonly string[] => {
      const [earlier, later] = [
        add('1.0.0', { description: before }),
        add('1.0.0', { description: after, deprecated: true }),
      ];
      return diffListings(listing(earlier), listing(later)).tools.flatMap(({ changes }) =>
        changes.map(({ text }) => text),
      );
    };
    const notice = ' [Deprecated since 2026-01-01; use A.B@2.0.0; stops working on 2027-01-01.]';
    expect(changesOf('Adds.', `Adds.${notice}`)).toEqual(['The tool is now deprecated.']);
    expect(changesOf('Adds [beta]', 'Adds [beta] [Deprecated.]')).toEqual(['The tool is now deprecated.']);
    expect(changesOf('Adds', 'Adds [beta]')).toEqual(['The tool is now deprecated.', 'The description changed.']);
  });

  test('contains a value that was valid', () => {
    const text = diffAsText(diffListings(listing(add('1.0.0')), listing(add('1.1.0', { inputs: { a: 'number' } }))));
    expect(text).toBe(
      [
        'Calculator.Add 1.0.0 → 1.1.0: needs a major version bump',
        '  major  Some valid input is now invalid. At b: it is not accepted.',
        `         for example {"a":0,"b":0}`,
        '',
        'Some changes need a larger version bump.',
        '',
      ].join('\n'),
    );
  });

  test.each<readonly [string, object, object, string, readonly string[]]>([
    ['the same default', { a: { default: 1 } }, { a: { default: 1 } }, 'none', []],
    [
      'a default in a list',
      { a: { items: { default: 1 } } },
      { a: { items: {} } },
      'major',
      ['a[]: the default 1 was'],
    ],
    [
      'a default of the first item of a list',
      { a: { prefixItems: [{ default: 1 }], items: { default: 3 } } },
      { a: { prefixItems: [{ default: 2 }], items: { default: 3 } } },
      'major',
      ['a[0]: the default changed from 1 to 2.'],
    ],
    [
      'a default of a field that is named like the items of a list',
      { a: { properties: { '[]': { default: 1 } }, items: { default: 2 } } },
      { a: { properties: { '[]': { default: 1 } }, items: { default: 3 } } },
      'major',
      ['a[]: the default changed from 2 to 3.'],
    ],
    [
      'a default in a branch',
      { a: { anyOf: [{ type: 'null' }, { default: [1] }] } },
      { a: { anyOf: [{ type: 'null' }, { default: [2] }] } },
      'major',
      ['a: the default changed from [1] to [2].'],
    ],
    ['a removed field', { a: {}, b: { type: 'string' } }, { a: {} }, 'major', ['accepts more', 'b: it was removed']],
    ['a removed field of no type', { a: { type: 'string' } }, {}, 'minor', ['accepts more']],
    [
      'a field that moved into another member',
      { a: { properties: { b: {}, c: {} } } },
      { a: { allOf: [{ properties: { b: {} } }, { properties: { c: {} } }] } },
      'patch',
      ['the valid values did not'],
    ],
    [
      'a default in a schema that contains itself',
      { a: { $ref: '#' }, b: { default: 1 } },
      { a: { $ref: '#' }, b: { default: 2 } },
      'major',
      ['b: the default changed from 1 to 2.'],
    ],
  ])('reports %s in an input that accepts the same values', (_, earlier, later, bump, texts) => {
    const diff = diffListings(listing(search(earlier)), listing(search(later)));
    expect(diff.bump).toBe(bump);
    const found = diff.tools.flatMap(({ changes }) => changes.map(({ text }) => text));
    expect(found).toEqual(texts.map((text): unknown => expect.stringContaining(text)));
  });

  test('uses the same words in text and Markdown', () => {
    expect(diffAsMarkdown(diffListings(listing(), listing()))).toBe(diffAsText(diffListings(listing(), listing())));
    const removal = diffListings(listing(add('1.0.0')), listing());
    for (const text of [diffAsText(removal), diffAsMarkdown(removal)]) {
      expect(text).toContain('was removed and has no replacement version');
    }
  });

  test('escapes names and values in the table', () => {
    const hostile = { ...add('1.0.0'), id: 'Calculator.A|dd\r# Title@1.0.0' };
    const table = diffAsMarkdown(diffListings(listing(), listing(hostile)));
    expect(table.split('\n')[2]).toBe('| Calculator.A\\|dd # Title | – | 1.0.0 | minor | yes | It was added. |');
  });

  test('escapes values in the messages of the table', () => {
    const [earlier, later] = [search({ a: {} }), search({ a: { default: '<b>' } })];
    const table = diffAsMarkdown(diffListings(listing(earlier), listing(later)));
    expect(table).toContain('| At a: the default is now "&lt;b>". |');
  });

  test.each([[null], [{}], [{ tools: {} }], [{ tools: [{ id: 'A.B' }] }]])(
    'rejects %j, which is not a listing',
    (wrong) => {
      expect(() => diffListings(wrong, listing())).toThrow(/listing/);
    },
  );
});
