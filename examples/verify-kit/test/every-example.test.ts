import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examplesFolder, isSharedCode, readExamples } from './example.ts';

// On a busy machine.
const timeoutMs = 300_000;
const examples = readExamples().filter((example) => !isSharedCode(example));
const index = readFileSync(join(examplesFolder, 'README.md'), 'utf8');

describe.each(examples)('$name', (example) => {
  it('has a README, and a line in the index', () => {
    expect(existsSync(join(example.folder, 'README.md'))).toBe(true);
    expect(index).toContain(`](${example.name}/README.md)`);
  });
});

it.each(examples.filter(({ name }) => name.startsWith('only-')))('$name needs one toolwire package', (example) => {
  expect(example.dependencies.filter((name) => name.includes('toolwire'))).toHaveLength(1);
});

const withTypesOfItsOwn = examples.filter(({ folder }) => existsSync(join(folder, 'tsconfig.json')));

it.each(withTypesOfItsOwn)('the JavaScript of $name passes the type check', { timeout: timeoutMs }, ({ folder }) => {
  const compiler = join(examplesFolder, '../node_modules/@typescript/native/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  expect(status, stdout).toBe(0);
});
