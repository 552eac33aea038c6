import { describe, expect, it } from 'vitest';
import { findWords } from '../word-rules.mjs';

/** @type {(path: string, text: string) => string[]} */
const errors = (path, text) =>
  findWords(path, text)
    .filter(({ isError }) => isError)
    .map(({ line, area, words }) => `${line} ${area}: ${words}`);

describe('pages', () => {
  it.each([
    ['What never looks at its signal is ended.', 'What'],
    ['Who has no scope is refused.', 'Who'],
    ['The connection is no pool.', 'is no'],
    ['The table says the same.', 'says'],
    ['The client is told the delay.', 'told'],
    ['Nobody reads it.', 'Nobody'],
    ['Add tools to an app that is there.', 'that is there'],
    ['It runs in a process of its own.', 'of its own'],
    ['Koa works likewise.', 'likewise'],
    ['Checked at start-up.', 'start-up'],
    ['The time-out is short.', 'time-out'],
    ['Each wire has routes.', 'wire'],
    ['Use hono here.', 'hono'],
    ['Pass a call id.', 'call id'],
  ])('reports the words in: %s', (text, words) => {
    expect(errors('docs/tools.md', text)).toEqual([`1 docs: ${words}`]);
  });

  it.each([
    'What is a tool?',
    '## What happens to a repeated call',
    'The call is no longer running, and there is no limit.',
    'Set `wires`, see [this page](wires.md), or `what it says`.',
    'Koa and Hono work the same way. Pass a call ID.',
    'Users say what they want, so a user says it.',
    '```sh\nnobody says that is there\n```',
    'The name is on the wire, in the wire format.',
    'Copy own-stages, or import @toolwire/auth/stage.',
  ])('accepts: %s', (text) => {
    expect(errors('docs/tools.md', text)).toEqual([]);
  });

  it('finds words across lines, and reports the line and the area', () => {
    const page = '# Tools\n\n- First item\n- An app that\n  is there\n\n| a | b |\n| - | - |\n| c | Whoever calls |\n';
    expect(errors('README.md', page)).toEqual(['4 readmes: that is there', '9 readmes: Whoever']);
    expect(errors('.changeset/one.md', "---\n'hono': minor\n---\n\nNobody\n")).toEqual(['5 changesets: Nobody']);
  });

  it('warns about a sentence of more than 25 words, counted without headings, items and cells next to it', () => {
    const words = (/** @type {number} */ count) => Array.from({ length: count }, () => 'word').join(' ');
    const page = `# ${words(20)}\n${words(10)}\n\n- ${words(20)}\n- ${words(20)}\n\n| ${words(20)} | ${words(20)} |\n`;
    expect(findWords('docs/a.md', page)).toEqual([]);
    expect(findWords('docs/a.md', `${words(20)}\n${words(6)}.`)).toEqual([
      { line: 1, area: 'docs', words: 'word word word word …', cure: '26 words: split it', isError: false },
    ]);
  });
});

describe('sources', () => {
  const source = [
    'const wires = nobody; // Nobody reads',
    '// what the table says.',
    '/**',
    ' * Runs likewise.',
    ' * @param {string} wires Not told.',
    ' */',
    "const a = 'wires';",
    "const b = `The option '${nobody('of its own')}' is no ${'number'}, see 'wires'.`;",
    "const c = /nobody says \\/\\/ nobody/; const d = 'Give a number here';",
  ].join('\n');

  it('finds words in comments and messages, not in code and short strings', () => {
    expect(errors('packages/core/src/a.ts', source)).toEqual([
      '1 comments: Nobody',
      '2 comments: says',
      '4 comments: likewise',
      '5 comments: told',
      '8 messages: of its own',
      '8 messages: is no',
      '9 messages: Give',
    ]);
  });

  it('finds words only in the comments and titles of tests', () => {
    expect(errors('packages/core/test/a.test.ts', source)).toEqual([
      '1 tests: Nobody',
      '2 tests: says',
      '4 tests: likewise',
      '5 tests: told',
    ]);
    expect(errors('tests/hosts/test/a.test.ts', "it.each(rows)('serves nobody over $wire', run);")).toEqual([
      '1 titles: nobody',
    ]);
    expect(errors('tests/hosts/test/a.test.ts', "read('serves nobody', run);")).toEqual([]);
  });
});
