import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { readCodeBlocks } from '../code-blocks.mjs';
import { listFiles, readText, root } from '../packages.mjs';

const isWhole = process.env['TEST_SCOPE'] === 'all';
const loader = pathToFileURL(join(root, 'examples/quickstart/node_modules/tsx/dist/loader.mjs')).href;

const pages = listFiles()
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, blocks: readCodeBlocks(readText(path)) }))
  .filter(({ blocks }) => blocks.some(({ isRun }) => isRun));
const programs = pages.flatMap(({ path, blocks }) =>
  blocks.flatMap((block, index) =>
    block.isRun
      ? { path, at: `${path}:${block.line}`, file: block.name ?? `block-${index}.ts`, output: block.output }
      : [],
  ),
);

// Each is a separate process.
describe.skipIf(!isWhole)(`runnable code on pages${isWhole ? '' : ' (with --all)'}`, () => {
  /** @type {string} */
  let folder;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'page-snippets-'));
    symlinkSync(join(root, 'node_modules/.pnpm/node_modules'), join(folder, 'node_modules'), 'junction');
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    for (const { path, blocks } of pages) {
      mkdirSync(join(folder, path), { recursive: true });
      blocks.forEach(({ name, code }, index) => writeFileSync(join(folder, path, name ?? `block-${index}.ts`), code));
    }
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  // As their readers would, on the packages that were built; a minute is little where much else runs.
  it.each(programs)(
    '$at succeeds, and prints the output below it',
    { timeout: 300_000 },
    async ({ path, file, output }) => {
      const child = spawn(process.execPath, ['--import', loader, join(folder, path, file)], {
        cwd: join(folder, path),
      });
      let printed = '';
      let said = '';
      child.stdout.on('data', (chunk) => (printed += chunk));
      child.stderr.on('data', (chunk) => (said += chunk));
      const [code] = await once(child, 'close');
      expect(code, printed + said).toBe(0);
      if (output !== undefined) expect(printed).toMatch(patternOf(output));
    },
  );
});

/** @param {string} output */
function patternOf(output) {
  const parts = output.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}

test('the introductory pages have runnable code', () => {
  expect(programs.length).toBeGreaterThan(10);
});

test('a code block is read with its file, whether it is run, and its output', () => {
  const markdown =
    '```ts\na;\n```\n\n```ts b.ts\nb;\n```\n\n```ts run c.ts\nc;\n```\n\n```text\nd\n```\n\n```ts run\ne;\n```\n\nwords\n\n```text\nf\n```\n';
  expect(readCodeBlocks(markdown)).toEqual([
    { code: 'a;\n', line: 1, name: undefined, isRun: false, output: undefined },
    { code: 'b;\n', line: 5, name: 'b.ts', isRun: false, output: undefined },
    { code: 'c;\n', line: 9, name: 'c.ts', isRun: true, output: 'd\n' },
    { code: 'e;\n', line: 17, name: undefined, isRun: true, output: undefined },
  ]);
});

test('output that differs between runs is not compared', () => {
  expect('after 12 ms\n').toMatch(patternOf('after … ms\n'));
  expect('after 12 s\n').not.toMatch(patternOf('after … ms\n'));
});
