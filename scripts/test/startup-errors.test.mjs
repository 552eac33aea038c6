import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { readPackages } from '../packages.mjs';
import { findCodes, findThrown, readErrorsPage } from '../startup-errors.mjs';

const page = readErrorsPage(readFileSync('docs/errors.md', 'utf8'));
// These two only list what there is.
const lists = [
  'packages/internal/src/options/startup-error.ts',
  'packages/concerns/validate/src/json-schema/schema-error.ts',
];
const packageContents = readPackages().map(({ folder, sources }) =>
  [...sources].filter(([path]) => !lists.includes(`${folder}/${path}`)).map(([, text]) => text),
);
const contents = packageContents.flat();
/** @type {(left: string, right: string) => number} */
const compare = (left, right) => (left < right ? -1 : 1);
const thrown = packageContents.flatMap((texts) => texts.flatMap((text) => findThrown(text, texts.join('\n'))));

describe('the page about startup errors', () => {
  it('has every thrown code, and no other code', () => {
    const codes = new Set(contents.flatMap(findCodes));
    expect([...page.keys()].toSorted(compare)).toEqual([...codes].toSorted(compare));
  });

  it('has every code in the types', () => {
    const listed = lists.flatMap((name) => findCodes(readFileSync(name, 'utf8')));
    expect([...page.keys()].toSorted(compare)).toEqual(listed.toSorted(compare));
  });

  it('has the message of every error, letter for letter', () => {
    const missing = thrown.filter(({ code, text }) => text !== undefined && !page.get(code)?.texts.includes(text));
    expect(missing).toEqual([]);
  });

  it('has a title for every code', () => {
    expect([...page].filter(([, { title }]) => title === '')).toEqual([]);
  });

  it('has no message that is not thrown with its code', () => {
    const written = new Set(thrown.map(({ code, text }) => `${code} ${text}`));
    // Put together of parts: a name, and what was meant by it.
    const computed = new Set(['TW_OPTION_UNKNOWN']);
    const stale = [...page]
      .filter(([code]) => !computed.has(code))
      .flatMap(([code, { texts }]) => texts.map((text) => `${code} ${text}`))
      .filter((line) => !written.has(line));
    expect(stale).toEqual([]);
  });
});

test('messages are read as their sources write them, without the variable parts', () => {
  const source = `
    throw new StartupError('TW_ONE', 'It\\'s \`here\`');
    throw new StartupError(
      'TW_TWO',
      \`Tool '\${id}' has \${names.map((name) => \`'\${name}'\`).join(', ')}.\`,
      { cause },
    );
    throw new SchemaError('TW_THREE', problem);
    throw invalid('One.');
    throw invalid(\`\${one} more.\`);
function invalid(message) {
  return new StartupError('TW_FOUR', message);
}`;
  expect(findThrown(source)).toEqual([
    { code: 'TW_ONE', text: "It's `here`" },
    { code: 'TW_TWO', text: "Tool '…' has …." },
    { code: 'TW_THREE', text: undefined },
    { code: 'TW_FOUR', text: 'One.' },
    { code: 'TW_FOUR', text: '… more.' },
  ]);
});
