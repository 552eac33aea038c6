import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../package-folders.mjs';

/** @type {{ tasks: Record<string, { inputs: readonly string[] }> }} */
const turbo = JSON.parse(readFileSync(join(root, 'turbo.json'), 'utf8'));
const files = (turbo.tasks['//#build:packages']?.inputs ?? []).filter((input) => !input.includes('*'));

/**
 * A script with all scripts that it imports.
 * @param {string} path
 * @param {Set<string>} found
 */
function withImports(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  const imports = readFileSync(join(root, path), 'utf8').matchAll(/^import .* from '(\..+)';$/gm);
  for (const [, specifier = ''] of imports) withImports(join(dirname(path), specifier), found);
  return found;
}

it('builds again when a script of the build changes', () => {
  expect(files).toEqual(expect.arrayContaining([...withImports('scripts/tsdown.config.mjs')]));
});

it('lists no input that does not exist', () => {
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
