import ts from 'typescript';
import { expect, it } from 'vitest';
import { excerptOf, shortUseOf } from '../../site/src/excerpts.mjs';

/**
 * The last place of a name in a source; of a member that is given, its property.
 * @param {string} code
 * @param {string} name
 */
function placeIn(code, name) {
  /** @type {ts.Node | undefined} */
  let found;
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isIdentifier(node) && node.text === name) found = ts.isPropertyAssignment(node.parent) ? node.parent : node;
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('app.ts', code, ts.ScriptTarget.Latest, true));
  if (found === undefined) throw new Error(`There is no ${name}`);
  return found;
}

it('shows the statement that uses a name, without indentation', () => {
  expect(excerptOf(placeIn('const a = 1;\nfoo(a, {\n  b: 1,\n});\n', 'foo'))).toBe('foo(a, {\n  b: 1,\n});');
  const steps = Array.from({ length: 12 }, () => '  step();\n').join('');
  const inside = `function app() {\n${steps}  foo({\n    b: 1,\n  });\n}\n`;
  expect(excerptOf(placeIn(inside, 'foo'))).toBe('foo({\n  b: 1,\n});');
});

it('omits the parts of a long statement that do not contain the name', () => {
  const lines = Array.from({ length: 9 }, (_, index) => `    line${index}();\n`).join('');
  const code = `bar({\n  run() {\n${lines}  },\n  wires: [\n    foo(1),\n  ],\n});`;
  expect(excerptOf(placeIn(code, 'foo'))).toBe('bar({\n  run() { … },\n  wires: [\n    foo(1),\n  ],\n});');
});

it.each([
  ['a({ limit: 5 })', 'limit', 'limit: 5'],
  ['a({ limit })', 'limit', 'limit'],
  ['const { limit, other } = a;', 'limit', '{ limit, other }'],
  ['a.limit(5)', 'limit', 'a.limit(5)'],
  [`a({ report: (error) => {\n${'log(error);'.repeat(9)} } })`, 'report', 'report: (error) => { … }'],
  [`a({ list: [${'"a long word", '.repeat(9)}] })`, 'list', 'list: […]'],
])('shows in %s on one line how %s is passed or read', (code, name, shown) => {
  expect(shortUseOf(placeIn(code, name))).toBe(shown);
});
