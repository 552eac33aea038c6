import { type UserConfig, defineConfig } from 'tsdown';

/** The one build of every package: ESM and CommonJS with types for both, nothing bundled that is not our own. */
export function packageBuild(entry: string[] = ['src/index.ts']): UserConfig {
  return defineConfig({
    entry,
    format: ['esm', 'cjs'],
    dts: { oxc: true },
    platform: 'neutral',
    target: 'es2022',
    sourcemap: false,
    fixedExtension: false,
    clean: true,
    deps: { onlyBundle: [] },
  }) as UserConfig;
}
