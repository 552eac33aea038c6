import { describe, expect, test } from 'vitest';
import { diffAsMarkdown, diffAsText, diffListings } from '../src/index.ts';
import { add, greet } from './listings.ts';

const listing = (...tools: readonly object[]): object => ({ $schema: 'https://example.com', tools });
const wider = add('1.1.0', { inputs: { a: 'number', b: 'number', c: 'number' } });

/** Each with how far the change goes, and whether the versions cover it. */
const cases: readonly (readonly [string, object, object, string, boolean])[] = [
  ['nothing', listing(add('1.0.0')), listing(add('1.0.0')), 'none', true],
  ['a new tool', listing(add('1.0.0')), listing(add('1.0.0'), greet('1.0.0')), 'minor', true],
  ['a tool that is gone', listing(add('1.0.0'), greet('1.0.0')), listing(add('1.0.0')), 'major', false],
  [
    'other words under the same version',
    listing(add('1.0.0')),
    listing(add('1.0.0', { description: 'Sums.' })),
    'patch',
    false,
  ],
  ['other words under a patch', listing(add('1.0.0')), listing(add('1.0.1', { description: 'Sums.' })), 'patch', true],
  ['a parameter that may be left out, under a minor version', listing(add('1.0.0')), listing(wider), 'minor', true],
  [
    'the same under a patch',
    listing(add('1.0.0')),
    listing({ ...wider, id: 'Calculator.Add@1.0.1', version: '1.0.1' }),
    'minor',
    false,
  ],
  [
    'a parameter that is gone, under a minor version',
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
    'a narrower input in a new version beside the old one',
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
  ['a secret more', listing(add('1.0.0')), listing(add('1.1.0', { secrets: ['KEY'] })), 'major', false],
  ['a secret less', listing(add('1.0.0', { secrets: ['KEY'] })), listing(add('1.1.0')), 'minor', true],
  [
    'an old version that is gone, with a later one',
    listing(add('1.0.0'), add('2.0.0')),
    listing(add('2.0.0')),
    'none',
    true,
  ],
  ['the latest version that is gone', listing(add('1.0.0'), add('2.0.0')), listing(add('1.0.0')), 'major', false],
  ['a deprecation', listing(add('1.0.0')), listing(add('1.0.0', { deprecated: true })), 'minor', true],
  [
    'before 1.0.0 the second number breaks',
    listing(add('0.1.0')),
    listing(add('0.2.0', { inputs: { a: 'number' } })),
    'major',
    true,
  ],
  [
    'before 1.0.0 the third number adds',
    listing(add('0.1.0')),
    listing({ ...wider, id: 'Calculator.Add@0.1.1', version: '0.1.1' }),
    'minor',
    true,
  ],
];

describe('the difference of two listings', () => {
  test.each(cases)('%s', (_name, earlier, later, bump, isCovered) => {
    expect(diffListings(earlier, later)).toMatchObject({ bump, isCovered });
  });

  test('reads parameters with and without their wrapper alike', () => {
    const [wrapped] = [add('1.0.0') as { input_schema: { parameters: object } }];
    const plain = { ...wrapped, input_schema: wrapped.input_schema.parameters };
    expect(diffListings({ tools: [wrapped] }, { items: [plain] }).tools).toEqual([]);
  });

  test('shows a value that was valid', () => {
    const text = diffAsText(diffListings(listing(add('1.0.0')), listing(add('1.1.0', { inputs: { a: 'number' } }))));
    expect(text).toBe(
      [
        'Calculator.Add 1.0.0 → 1.1.0: major, which the version does not say',
        '  major  Some input that was valid is not valid now. At b: it is not accepted.',
        `         for example {"a":0,"b":0}`,
        '',
        'Some versions do not say how far their tools have changed.',
        '',
      ].join('\n'),
    );
  });

  test('writes a table in which no name or value of a tool ends a cell', () => {
    const hostile = { ...add('1.0.0'), id: 'Calculator.A|dd\n# Title@1.0.0' };
    const table = diffAsMarkdown(diffListings(listing(), listing(hostile)));
    expect(table.split('\n')[2]).toBe('| Calculator.A\\|dd # Title | – | 1.0.0 | minor | yes | added. |');
  });

  test.each([[null], [{}], [{ tools: {} }], [{ tools: [{ id: 'A.B' }] }]])(
    'refuses %j, which is no listing',
    (wrong) => {
      expect(() => diffListings(wrong, listing())).toThrow(/listing/);
    },
  );
});
