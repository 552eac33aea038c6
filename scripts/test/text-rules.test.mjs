import { describe, expect, it } from 'vitest';
import { findAnchors, findMachineWords, findRelativeLinks } from '../text-rules.mjs';

const here = { folders: ['/srv/build/toolwire', '/home/ada'], registry: 'https://packages.example.net/npm/' };
// In pieces, as the rule holds for this file, too.
const publicRegistry = ['registry', 'npmjs', 'org'].join('.');
const words = (text) => findMachineWords(text, here).map(({ word }) => word);

describe('names of one machine', () => {
  it.each([
    ['the folder of the project', 'see /srv/build/toolwire/src/index.ts', '/srv/build/toolwire/src/index.ts'],
    ['the home folder', 'cache: "/home/ada/.npm"', '/home/ada/.npm'],
    ['a home folder on macOS', `/${'Users'}/ada`, `/${'Users'}/ada`],
    ['the registry in use', 'resolved: https://packages.example.net/npm/zod', 'packages.example.net'],
    ['a public registry', `https://${publicRegistry}/zod`, publicRegistry],
  ])('%s is found', (_what, text, word) => {
    expect(words(text)).toEqual([word]);
  });

  it.each([
    '/tools/call',
    '../../home/ada/x',
    '/home/',
    'https://example.com/home/ada/',
    'git+https://github.com/toolwire/toolwire.git',
  ])('%s is not a name of one machine', (text) => {
    expect(words(text)).toEqual([]);
  });
});

it('finds the links of a page to other files and to headings, with their lines', () => {
  const page =
    'See [the layers](docs/architecture.md#layers),\n[the web](https://example.com), [above](#top) and [all](../README.md).';
  expect(findRelativeLinks(page)).toEqual([
    { line: 1, target: 'docs/architecture.md', anchor: 'layers' },
    { line: 2, target: '', anchor: 'top' },
    { line: 2, target: '../README.md', anchor: undefined },
  ]);
});

it('finds the pictures of a page', () => {
  expect(findRelativeLinks('<source srcset="a-dark.svg">\n<img alt="b" src="../a.svg">')).toEqual([
    { line: 1, target: 'a-dark.svg', anchor: undefined },
    { line: 2, target: '../a.svg', anchor: undefined },
  ]);
});

it('finds the anchors of headings, and no anchors in code', () => {
  const page = '# Whose call it is\n\n## `onError(error, call)`\n\n```sh\n# not a heading\n```\n';
  expect([...findAnchors(page)]).toEqual(['whose-call-it-is', 'onerrorerror-call']);
});
