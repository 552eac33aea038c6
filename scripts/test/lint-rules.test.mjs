import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../packages.mjs';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lint-rules-'));
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** The linter output for one file, with the rules of the project. */
function lint(path, source) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), source);
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--format', 'unix', path], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return stdout;
}

it.each([
  ['Node in core', 'packages/core/src/a.ts', "import { join } from 'node:path';\nexport const a = join('b', 'c');\n"],
  ['Node in a concern', 'packages/concerns/errors/src/a.ts', "export { join } from 'node:path';\n"],
  ['core in a concern', 'packages/concerns/limits/src/a.ts', "export { pipeline } from '@toolwire/core';\n"],
])('the linter rejects %s', (_what, path, source) => {
  expect(lint(path, source)).toContain('no-restricted-imports');
});

it.each([
  [
    'Node in worker-threads',
    'packages/concerns/worker-threads/src/a.ts',
    "export { Worker } from 'node:worker_threads';\n",
  ],
  ['Node in a host', 'packages/hosts/node/src/a.ts', "export { createServer } from 'node:http';\n"],
  [
    'types of core in a stage',
    'packages/concerns/limits/src/limits-stage.ts',
    "export type { Call } from '@toolwire/core';\n",
  ],
])('the linter accepts %s', (_what, path, source) => {
  expect(lint(path, source)).not.toContain('no-restricted-imports');
});

it('the linter rejects a console outside the examples, and accepts it in examples', () => {
  expect(lint('packages/server/src/b.ts', "console.log('b');\n")).toContain('no-console');
  expect(lint('examples/quickstart/src/b.ts', "console.log('b');\n")).not.toContain('no-console');
});

it('the linter requires braces around a statement on a separate line, and no braces on the line of its condition', () => {
  const returning = (statement) => `export function c(on) {\n  if (on)${statement}\n  return 2;\n}\n`;
  expect(lint('packages/server/src/c.ts', returning('\n    return 1;'))).toContain('curly');
  expect(lint('packages/server/src/c.ts', returning(' return 1;'))).not.toContain('curly');
});
