import { describe, expect, it } from 'vitest';
import { keepLayout } from '../manifest-layout.mjs';

const before = '{\n  "name": "@toolwire/core",\n  "version": "0.1.0",\n  "files": ["dist", "src"]\n}\n';
const manifest = { name: '@toolwire/core', version: '0.2.0', files: ['dist', 'src'] };

describe('a package.json after a release', () => {
  it('has the new version, and the same layout', () => {
    const text = keepLayout(before, JSON.stringify(manifest, null, 2));
    expect(text).toBe(before.replace('0.1.0', '0.2.0'));
  });

  it('with other changes is rejected', () => {
    const more = { ...manifest, dependencies: { '@toolwire/version': '^0.2.0' } };
    expect(() => keepLayout(before, JSON.stringify(more))).toThrow('more than the version of @toolwire/core');
  });
});
