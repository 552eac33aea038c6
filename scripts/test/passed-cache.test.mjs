import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { root } from '../packages.mjs';
import { cacheFolder, contentKey, openPassedCache } from '../passed-cache.mjs';

const folder = mkdtempSync(join(tmpdir(), 'passed-'));
const path = relative(root, join(folder, 'file.ts'));
const stored = relative(join(root, cacheFolder), join(folder, 'passed.json'));

afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(join(folder, 'passed.json'), { force: true });
});

describe('a check that passed', () => {
  it('is cached by the content of its files and its settings', () => {
    const keyOf = (/** @type {string} */ text, /** @type {unknown} */ settings) => {
      writeFileSync(join(folder, 'file.ts'), text);
      return contentKey([path], settings);
    };
    expect(keyOf('one', 'strict')).toBe(keyOf('one', 'strict'));
    expect(keyOf('one', 'strict')).not.toBe(keyOf('two', 'strict'));
    expect(keyOf('one', 'strict')).not.toBe(keyOf('one', 'loose'));
  });

  it('is found in the next run, and not with another key', () => {
    vi.stubEnv('CI', '');
    openPassedCache(stored).add('lint', 'key');
    expect(openPassedCache(stored).has('lint', 'key')).toBe(true);
    expect(openPassedCache(stored).has('lint', 'other')).toBe(false);
    expect(openPassedCache(stored).has('types', 'key')).toBe(false);
  });

  it('runs again in CI', () => {
    vi.stubEnv('CI', '');
    openPassedCache(stored).add('lint', 'key');
    vi.stubEnv('CI', 'true');
    expect(openPassedCache(stored).has('lint', 'key')).toBe(false);
  });
});
