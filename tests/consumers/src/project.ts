import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Tarballs } from './pack-workspace.ts';
import { outputOf } from './run.ts';
import { packageManager } from './workspace.ts';

/** Text of files by their path in a project. */
export type Files = Readonly<Record<string, string>>;

/** Package name to what is installed of it: a version or a `file:` specifier. */
export type Dependencies = Readonly<Record<string, string>>;

/** Writes files into a folder, and the folders they need. */
export function writeFiles(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Installs dependencies into a new folder by npm; what names one of our packages, at any depth, gets its tarball. */
export async function installByNpm(folder: string, dependencies: Dependencies, tarballs: Tarballs): Promise<string> {
  const overrides = overridesOf(tarballs);
  writeFiles(folder, { 'package.json': JSON.stringify({ private: true, dependencies, overrides }) });
  const settings = ['--no-audit', '--no-fund', '--prefer-offline', '--no-package-lock', '--ignore-scripts'];
  await outputOf('npm', ['install', ...settings, '--engine-strict=false', '--loglevel=error'], folder);
  return folder;
}

/** The same by pnpm with nothing hoisted: a package reaches what it names in its package.json, and nothing else. */
export async function installByPnpm(folder: string, dependencies: Dependencies, tarballs: Tarballs): Promise<string> {
  const manifest = { private: true, dependencies, pnpm: { overrides: overridesOf(tarballs) } };
  writeFiles(folder, { 'package.json': JSON.stringify(manifest) });
  const settings = ['--prefer-offline', '--no-lockfile', '--ignore-scripts', '--ignore-workspace', '--no-hoist'];
  await outputOf(
    'npx',
    ['--yes', packageManager(), 'install', ...settings, '--config.auto-install-peers=false'],
    folder,
  );
  return folder;
}

/** Settings for tarballs. Packages in a registry are found there, by their ranges. */
function overridesOf(tarballs: Tarballs): Tarballs {
  return Object.fromEntries(Object.entries(tarballs).filter(([, specifier]) => specifier.startsWith('file:')));
}

/** The packages in a project's `node_modules`. */
export function installedPackages(folder: string): readonly string[] {
  const modules = join(folder, 'node_modules');
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((one) => `${name}/${one}`) : [name],
    )
    .sort();
}
