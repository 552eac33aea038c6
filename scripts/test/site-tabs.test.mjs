import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { stripTypes, usesDecorators } from '../../site/src/strip-types.mjs';
import { commandsFor, withTabs } from '../../site/src/tabs.mjs';
import { readCodeBlocks } from '../code-blocks.mjs';
import { listFiles, readText } from '../packages.mjs';

describe('JavaScript of an example', () => {
  it('has no types, and the layout of the TypeScript', () => {
    const code = [
      "import { type A, b } from './b.ts';",
      "import type { C } from 'c';",
      '',
      'interface D { e: string }',
      'type F = string;',
      '',
      'export function f<T extends string>(a: T, b?: number): string | undefined {',
      '  const x = new Map<string, number>();',
      '  return (x.get(a)! as unknown as string) satisfies string;',
      '}',
    ].join('\n');
    expect(stripTypes(code)).toBe(
      [
        "import { b } from './b.js';",
        '',
        'export function f(a, b) {',
        '  const x = new Map();',
        '  return (x.get(a));',
        '}',
      ].join('\n'),
    );
  });

  it('is valid for each example of the pages', () => {
    const problems = listFiles()
      .filter((path) => /^(?:docs\/.*|README)\.md$/.test(path))
      .flatMap((path) => readCodeBlocks(readText(path)).map(({ code, line }) => ({ at: `${path}:${line}`, code })))
      .filter(({ code }) => !usesDecorators(code))
      .flatMap(({ at, code }) => {
        try {
          transformSync(stripTypes(code), { loader: 'js', logLevel: 'silent' });
          return [];
        } catch (error) {
          return [`${at}: ${String(error)}`];
        }
      });
    expect(problems).toEqual([]);
  });
});

describe('commands of package managers', () => {
  it.each([
    ['npm install toolwire zod', 'pnpm add toolwire zod', 'yarn add toolwire zod', 'bun add toolwire zod'],
    ['npm install --save-dev tsx', 'pnpm add -D tsx', 'yarn add -D tsx', 'bun add -d tsx'],
    [
      'npm create toolwire@latest a',
      'pnpm create toolwire@latest a',
      'yarn create toolwire a',
      'bun create toolwire@latest a',
    ],
    ['npm run dev', 'pnpm run dev', 'yarn run dev', 'bun run dev'],
    ['npm test', 'pnpm test', 'yarn test', 'bun run test'],
    ['npx tsx a.ts', 'pnpm exec tsx a.ts', 'yarn exec tsx a.ts', 'bunx tsx a.ts'],
    ['npx @toolwire/cli dev', 'pnpm dlx @toolwire/cli dev', 'yarn dlx @toolwire/cli dev', 'bunx @toolwire/cli dev'],
  ])('%s', (npm, ...others) => {
    expect(/** @type {const} */ (['pnpm', 'yarn', 'bun']).map((manager) => commandsFor(manager, npm))).toEqual(others);
  });
});

describe('tabs of a page', () => {
  it('show an installation for each package manager, also one inside a sentence', () => {
    const page = withTabs('Express: `npm install express`. More.\n');
    expect(page).toContain('Express:\n\n::: code-group\n\n```sh [npm]\nnpm install express\n```');
    expect(page).toContain('```sh [bun]\nbun add express\n```\n\n:::\n\nMore.');
  });

  it('show TypeScript and JavaScript of a file, and leave other code as it is', () => {
    expect(withTabs("```ts run a.test.ts\nimport './a.ts';\n```\n")).toBe(
      "::: code-group\n\n```ts [a.test.ts]\nimport './a.ts';\n```\n\n```js [a.test.js]\nimport './a.js';\n```\n\n:::\n",
    );
    const plain = '```ts\nrun();\n```\n\n```ts\ntype A = string;\n```\n\n```sh\nnode a.js\n```\n';
    expect(withTabs(plain)).toBe(plain);
  });

  it('show one framework at a time', () => {
    const page = withTabs('# A\n\n## Express\n\none\n\n## Koa\n\ntwo\n\n## Hono\n\nthree\n\n## More\n\nfour\n');
    expect(page.match(/<label for="framework-\d">\w+/g)).toHaveLength(3);
    expect(page).toContain('<div class="page-tab">\n\n## Koa\n\ntwo\n\n</div>');
    expect(page).toMatch(/<\/div>\n\n## More\n\nfour\n$/);
  });
});
