import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type HostName, hostNames, hosts } from './hosts.ts';

/** An existing app. */
export interface App {
  readonly host: HostName;
  readonly manifestText: string;
  readonly isTypeScript: boolean;
  readonly isModule: boolean;
  /** The file that creates the app, if it was found. */
  readonly place: { readonly path: string; readonly text: string } | undefined;
  readonly exists: (path: string) => boolean;
}

interface Manifest {
  readonly type?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Finds the framework of an app by its dependencies, and the file that creates the app. */
export function findApp(folder: string): App | undefined {
  const manifestText = readFileSync(join(folder, 'package.json'), 'utf8');
  const { type, dependencies = {}, devDependencies = {} } = JSON.parse(manifestText) as Manifest;
  const host = hostNames.find((name) => Object.hasOwn(dependencies, name));
  if (host === undefined) return undefined;
  const { creation } = hosts[host];
  const files = sourcesBelow(folder, folder, 0);
  return {
    host,
    manifestText,
    isTypeScript: 'typescript' in { ...dependencies, ...devDependencies } || files.includes('tsconfig.json'),
    isModule: type === 'module',
    place: creation === undefined ? undefined : findPlace(folder, files, creation),
    exists: (path) => files.some((file) => file === path || file.startsWith(`${path}/`)),
  };
}

const skipped = /^(?:node_modules|dist|build|out|coverage|tests?|__tests__|\..*)$/;
const deepest = 4;

function sourcesBelow(root: string, folder: string, depth: number): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return skipped.test(entry.name) || depth >= deepest ? [] : sourcesBelow(root, path, depth + 1);
    }
    return [relative(root, path).split(sep).join('/')];
  });
}

const usual = ['app', 'server', 'index', 'main'];

function findPlace(folder: string, files: readonly string[], creation: RegExp): App['place'] {
  const rank = (path: string): number => {
    const at = usual.indexOf(path.replace(/^.*\//, '').replace(/\..*$/, ''));
    return (at < 0 ? usual.length : at) + 10 * path.split('/').length;
  };
  const candidates = files
    .filter((path) => /\.[cm]?[jt]s$/.test(path) && !/\.(?:test|spec|config|d)\./.test(path))
    .sort((one, other) => rank(one) - rank(other));
  for (const path of candidates) {
    const text = readFileSync(join(folder, path), 'utf8');
    if (creation.test(text)) return { path, text };
  }
  return undefined;
}
