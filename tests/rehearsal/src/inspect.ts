import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutRequireOfModules } from '@toolwire/consumers/program';
import { writeFiles } from '@toolwire/consumers/project';
import { outputOf } from '@toolwire/consumers/run';
import { readManifest, root } from '@toolwire/consumers/workspace';

interface Manifest {
  readonly license?: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly typesVersions?: unknown;
  readonly main?: string;
  readonly types?: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

interface Loaded {
  readonly entry: string;
  readonly names?: readonly string[];
  readonly lacks?: string;
  readonly fails?: string;
}

/** Loads inside vitest only. */
const notAlone = ['@toolwire/conformance/vitest'];

/** The newest version of their framework is published as ES modules only, which Node 20.19 and later also load with `require`. */
const needRequireOfModules = ['@toolwire/nest', '@toolwire/orpc'];

/** The problems of a package in a project with only this package, or nothing. */
export async function problemsOf(project: string, name: string): Promise<readonly string[]> {
  const folder = join(project, 'node_modules', name);
  const manifest = readManifest<Manifest>(folder);
  const files = ['LICENSE', 'README.md', ...targetsOf(manifest)].filter((path) => !existsSync(join(folder, path)));
  const named = JSON.stringify(manifest).includes('"workspace:') ? ['names the workspace in its package.json'] : [];
  return [
    ...(manifest.license === 'Apache-2.0' ? [] : ['names no licence']),
    ...named,
    ...files.map((path) => `lacks ${path}`),
    ...(files.some((path) => path.startsWith('./')) ? [] : await problemsOfEntries(project, name, manifest)),
  ];
}

/** Every file that its package.json leads to. */
function targetsOf({ exports, typesVersions, main, types, bin }: Manifest): readonly string[] {
  const texts = (value: unknown): readonly string[] => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
  };
  return [...new Set(texts([exports, typesVersions, main, types, bin]).filter((path) => path.startsWith('./')))];
}

async function problemsOfEntries(project: string, name: string, manifest: Manifest): Promise<readonly string[]> {
  const entries = Object.keys(manifest.exports)
    .filter((path) => path !== './package.json')
    .map((path) => `${name}${path.slice(1)}`)
    .filter((entry) => !notAlone.includes(entry));
  const promised = promisedExports();
  const optional = Object.entries(manifest.peerDependenciesMeta ?? {}).flatMap(([peer, meta]) =>
    meta.optional === true ? [peer] : [],
  );
  const missing = [...promised.keys()].filter((entry) => entry === name || entry.startsWith(`${name}/`));
  const gone = missing.filter((entry) => !entries.includes(entry) && !notAlone.includes(entry));
  const loaded = await load(project, entries, needRequireOfModules.includes(name) ? [] : [withoutRequireOfModules]);
  return [
    ...gone.map((entry) => `lacks the entry ${entry}`),
    ...loaded.flatMap(({ entry, names, lacks, fails }) => {
      if (lacks !== undefined && optional.includes(lacks)) return [];
      if (lacks !== undefined) return [`${entry} needs ${lacks}, which is not installed`];
      if (fails !== undefined) return [`${entry} does not load: ${fails}`];
      const absent = (promised.get(entry) ?? []).filter((one) => names?.includes(one) !== true);
      return absent.map((one) => `${entry} does not export ${one}`);
    }),
  ];
}

/** The runtime exports listed in docs/internals/exports.md. */
function promisedExports(): ReadonlyMap<string, readonly string[]> {
  const [, ...sections] = readFileSync(join(root, 'docs/internals/exports.md'), 'utf8').split(/^## /m);
  return new Map(
    sections.map((section) => {
      const names = [...section.matchAll(/^- (\w+)$/gm)].map(([, one]) => one as string);
      return [section.slice(0, section.indexOf('\n')), names];
    }),
  );
}

const loader = `
const nameOf = (specifier) => specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
const problemOf = (error) => {
  const [, missing] = /Cannot find (?:module|package) '([^'./][^']*)'/.exec(error.message) ?? [];
  return missing === undefined ? { fails: error.message } : { lacks: nameOf(missing) };
};
const namesOf = (module) => Object.keys(module);
const load = async (entry) => {
  try {
    const imported = namesOf(await import(entry));
    return { entry, names: namesOf(require(entry)).filter((name) => imported.includes(name)) };
  } catch (error) {
    return { entry, ...problemOf(error) };
  }
};
Promise.all(process.argv.slice(2).map(load)).then((all) => process.stdout.write(JSON.stringify(all)));
`;

async function load(project: string, entries: readonly string[], flags: readonly string[]): Promise<readonly Loaded[]> {
  writeFiles(project, { 'load.cjs': loader });
  const output = await outputOf('node', [...flags, 'load.cjs', ...entries], project);
  return JSON.parse(output.slice(output.lastIndexOf('\n[') + 1)) as readonly Loaded[];
}
