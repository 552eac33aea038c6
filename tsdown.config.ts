import { readFileSync } from 'node:fs';
import { defineConfig, type UserConfig } from 'tsdown';

interface Manifest {
  readonly exports?: Readonly<Record<string, string | { readonly '@toolwire/source'?: string }>>;
}

/** The one build of every package: ESM and CommonJS with types for both, nothing bundled that others can load by themselves. */
export default defineConfig(
  (): UserConfig => ({
    // Without it the build would look for the sources beside this file.
    cwd: process.cwd(),
    entry: sourceEntries(),
    format: ['esm', 'cjs'],
    dts: { oxc: true },
    platform: 'neutral',
    target: 'es2022',
    sourcemap: false,
    fixedExtension: false,
    clean: true,
    // Those who require() us under Jest cannot load what exists as ESM only: that is a devDependency, and bundled.
    // What several packages share and none exports is bundled too, so that each can be installed alone.
    deps: { onlyBundle: ['jose', 'oauth4webapi', '@toolwire/internal'] },
  }),
);

/** What a package builds is what it exports, so the two cannot drift apart. */
function sourceEntries(): string[] {
  const { exports = {} } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  return Object.values(exports).flatMap((target) =>
    typeof target === 'object' && target['@toolwire/source'] ? [target['@toolwire/source']] : [],
  );
}
