import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Tarballs } from './pack-workspace.ts';
import { type Dependencies, writeFiles } from './project.ts';
import { outputOf } from './run.ts';
import { packageManager, readManifest, root } from './workspace.ts';

interface Manifest {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Dependencies;
  readonly devDependencies?: Dependencies;
  readonly peerDependencies?: Dependencies;
}

const examples = join(root, 'examples');
const notSources = ['node_modules', 'dist', 'test', '.turbo'];

/** The folders of all examples. */
export const exampleNames: readonly string[] = readdirSync(examples).filter((name) =>
  existsSync(join(examples, name, 'package.json')),
);

/** These need a PostgreSQL, so `tests/durable` runs them. */
export const needDatabase: readonly string[] = ['exactly-once'];

/** Whether an example checks itself. */
export function checksItself(name: string): boolean {
  return !needDatabase.includes(name) && readManifest<Manifest>(join(examples, name)).scripts?.['verify'] !== undefined;
}

/** Copies all examples into a separate workspace with our packed packages, and installs it once. */
export async function installExamples(folder: string, tarballs: Tarballs): Promise<string> {
  for (const name of exampleNames) {
    const copy = join(folder, name);
    cpSync(join(examples, name), copy, { recursive: true, filter: (path) => !notSources.includes(basename(path)) });
    writeFiles(copy, { 'package.json': JSON.stringify(withTarballs(readManifest<Manifest>(copy), tarballs)) });
  }
  writeFiles(folder, { 'package.json': '{ "private": true }', 'pnpm-workspace.yaml': workspaceSettings(tarballs) });
  const settings = ['--prefer-offline', '--no-lockfile', '--ignore-scripts', '--no-hoist'];
  await outputOf('npx', ['--yes', packageManager(), 'install', ...settings], folder);
  return folder;
}

/** Imports of examples from outside their folder by a path, or from the `src` of a package. */
export function importsOfForeignSources(): readonly string[] {
  return exampleNames.flatMap((name) => {
    const folder = join(examples, name);
    return sourceFiles(folder).flatMap((file) =>
      specifiersOf(readFileSync(file, 'utf8'))
        .filter((specifier) => isForeignSource(specifier, file, folder))
        .map((specifier) => `${relative(root, file)} imports ${specifier}`),
    );
  });
}

function withTarballs(manifest: Manifest, tarballs: Tarballs): Manifest {
  const packed = (dependencies: Dependencies = {}): Dependencies =>
    Object.fromEntries(Object.entries(dependencies).map(([name, version]) => [name, tarballs[name] ?? version]));
  // Peers are what the consumer installs, which here is the devDependency of the same name.
  const peerDependencies = Object.entries(manifest.peerDependencies ?? {}).filter(([name]) => !(name in tarballs));
  return {
    ...manifest,
    dependencies: packed(manifest.dependencies),
    devDependencies: packed(manifest.devDependencies),
    peerDependencies: Object.fromEntries(peerDependencies),
  };
}

/**
 * The pins of our workspace, with the examples as its members, and with the tarballs for what our packages depend on. Its
 * patches are for tools of ours, which no example has.
 */
function workspaceSettings(tarballs: Tarballs): string {
  const overrides = Object.entries(tarballs).map(([name, tarball]) => `  '${name}': '${tarball}'\n`);
  const settings = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')
    .replace(/^packages:\n(?: +- .*\n)+/m, "packages: ['*']\n")
    .replace(/^patchedDependencies:\n(?: +.*\n?)+/m, '')
    .replace(/^overrides:\n/m, `overrides:\n${overrides.join('')}`);
  return `${settings}\n${nestExtension}`;
}

// The Express platform of Nest imports rxjs without naming it.
const nestExtension = "packageExtensions:\n  '@nestjs/platform-express':\n    peerDependencies: { rxjs: '*' }\n";

function sourceFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : sourceFiles(path);
    return /\.[cm]?[jt]sx?$/.test(entry.name) ? [path] : [];
  });
}

function specifiersOf(source: string): readonly string[] {
  return [...source.matchAll(/\b(?:from|import|require)\s*\(?\s*['"`]([^'"`]+)['"`]/g)].map(
    ([, specifier]) => specifier as string,
  );
}

function isForeignSource(specifier: string, file: string, folder: string): boolean {
  if (!specifier.startsWith('.')) return specifier.split('/').includes('src');
  return relative(folder, resolve(dirname(file), specifier)).startsWith('..');
}
