import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { builtVersionProblems, versionPlugin } from '../built-versions.mjs';

/** A workspace with packages, each with the version of its manifest and that of its build. */
function workspace(packages) {
  const root = mkdtempSync(join(tmpdir(), 'toolwire-built-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [name, { built, ...manifest }] of Object.entries(packages)) {
    mkdirSync(join(root, name, 'dist'), { recursive: true });
    writeFileSync(join(root, name, 'package.json'), JSON.stringify({ name, ...manifest }));
    if (built === undefined) continue;
    const emitFile = ({ fileName, source }) => writeFileSync(join(root, name, 'dist', fileName), source);
    versionPlugin(built).generateBundle.call({ emitFile });
  }
  return builtVersionProblems(root, Object.keys(packages));
}

describe('a release', () => {
  it('is rejected for packages that were built before they got their version', () => {
    expect(
      workspace({
        same: { version: '0.2.0', built: '0.2.0' },
        stale: { version: '0.2.0', built: '0.0.0' },
        unbuilt: { version: '0.2.0' },
        bundled: { version: '0.0.0', private: true },
      }),
    ).toEqual([
      'stale 0.2.0 was built as 0.0.0: build after versioning (node scripts/workspace.mjs build), then publish',
      'unbuilt 0.2.0 is not built: build after versioning (node scripts/workspace.mjs build), then publish',
    ]);
  });

  it('builds after versioning, and checks the builds before publishing', () => {
    const text = readFileSync(new URL('../workspace.mjs', import.meta.url), 'utf8');
    const stepsOf = (name) => new RegExp(`^  ${name}: \\(\\) => \\[([^]*?)\\],$`, 'm').exec(text)?.[1] ?? '';
    expect(stepsOf('version')).toMatch(/version-packages\.mjs[^]*build\(\)/);
    expect(stepsOf('release')).toMatch(/build\(\)[^]*check-built\.mjs[^]*'publish'/);
  });
});
