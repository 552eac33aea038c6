import { describe, expect, it } from 'vitest';
import { reachedTests } from '../reached-folders.mjs';

const workspace = {
  folders: ['packages/core', 'packages/protocols/otc', 'tests/interop', 'tests/endurance'],
  affected: [],
  skipped: ['tests/endurance'],
  tests: [
    { path: 'tests/interop/test/wires.test.ts', text: "readFileSync('docs/wires.md')" },
    {
      path: 'packages/protocols/otc/test/guides.test.ts',
      text: "new URL('../../../../docs/migrate/', import.meta.url)",
    },
  ],
};

describe('a change runs the tests of', () => {
  it('packages that turbo finds affected, but for suites that run on main only', () => {
    const affected = ['packages/protocols/otc', 'tests/interop', 'tests/endurance'];
    expect(reachedTests(['packages/protocols/otc/src/routes.ts'], { ...workspace, affected })).toEqual([
      'packages/protocols/otc/',
      'scripts/',
      'tests/interop/',
    ]);
  });

  it('suites that read a changed page, or the folder of the page', () => {
    expect(reachedTests(['docs/wires.md'], workspace)).toEqual(['scripts/', 'tests/interop/']);
    expect(reachedTests(['docs/migrate/fastmcp.md'], workspace)).toEqual(['packages/protocols/otc/', 'scripts/']);
    expect(reachedTests(['docs/tools.md', 'README.md'], workspace)).toEqual(['scripts/']);
  });

  it('everything when a shared file changes', () => {
    for (const path of ['vitest.config.ts', 'pnpm-lock.yaml', 'scripts/page-plugin.mjs', '.ci/run']) {
      expect(reachedTests([path], workspace)).toEqual(['--all']);
    }
  });
});
