import { readdirSync, readFileSync } from 'node:fs';
import type * as core from '@toolwire/core';
import { describe, expect, it } from 'vitest';
import type { Versioned } from '../src/check-registration.ts';
import type { Deprecation } from '../src/index.ts';

const source = new URL('../src/', import.meta.url);
const importsOf = (file: string) => [
  ...readFileSync(new URL(file, source), 'utf8').matchAll(/^(import|export) .*from '([^']+)';/gm),
];

describe('the package works separately', () => {
  it('imports core only in its middleware, and only types', () => {
    const files = readdirSync(source);
    expect(files).toContain('version-stage.ts');
    const importers = files.filter((file) => importsOf(file).some(([, , from]) => from === '@toolwire/core'));
    expect(importers).toEqual(['version-stage.ts']);
    const ofCore = importsOf('version-stage.ts').filter(([, , from]) => from === '@toolwire/core');
    expect(ofCore.every(([statement]) => statement.startsWith('import type '))).toBe(true);
  });

  it('depends on semver only at run time', () => {
    const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(manifest).toHaveProperty('dependencies', { semver: 'catalog:' });
    const packages = readdirSync(source)
      .flatMap(importsOf)
      .map(([, , from]) => from)
      .filter((from) => !from?.startsWith('.'));
    expect(new Set(packages)).toEqual(
      new Set(['#load-semver', 'semver/functions/compare.js', '@toolwire/core', '@toolwire/internal']),
    );
  });

  it('has types that the tools of core match', () => {
    const deprecation: core.Deprecation = { since: '2026-01-01' };
    deprecation satisfies Deprecation;
    const fits = (tool: core.Tool): Versioned => tool;
    expect(fits).toBeTypeOf('function');
  });
});
