import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Fields, isUnreadable, recordOf } from '@toolwire/internal';
import { type FrameworkName, frameworkNames, frameworks } from './frameworks.ts';
import { PlanError } from './plan.ts';

export interface App {
  readonly framework: FrameworkName;
  readonly manifestText: string;
  readonly isTypeScript: boolean;
  readonly isModule: boolean;
  /** The file that creates the app, if it was found. */
  readonly source: { readonly path: string; readonly text: string } | undefined;
  readonly exists: (path: string) => boolean;
}

/** Finds the framework of an app by its dependencies, and the file that creates the app. */
export function findApp(folder: string): App | undefined {
  const manifestText = readFileSync(join(folder, 'package.json'), 'utf8');
  const { type, ...manifest } = parseManifest(manifestText);
  const [dependencies, devDependencies] = [recordOf(manifest['dependencies']), recordOf(manifest['devDependencies'])];
  // Apps of Nest often depend on its platform too.
  if (Object.hasOwn(dependencies, '@nestjs/core')) {
    throw new PlanError(
      'This is an app of NestJS. Install @toolwire/nest and follow its README: https://www.npmjs.com/package/@toolwire/nest',
    );
  }
  const framework = frameworkNames.find((name) => Object.hasOwn(dependencies, name));
  if (framework === undefined) return undefined;
  const { creation } = frameworks[framework];
  const files = listFiles(folder, folder, 0);
  return {
    framework,
    manifestText,
    isTypeScript: 'typescript' in { ...dependencies, ...devDependencies } || files.includes('tsconfig.json'),
    isModule: type === 'module',
    source: creation === undefined ? undefined : findSource(folder, files, creation),
    exists: (path) => existsSync(join(folder, path)),
  };
}

function parseManifest(text: string): Fields {
  try {
    // Programs on Windows may add a byte order mark.
    return recordOf(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch (error) {
    throw new PlanError(`The package.json here is not valid JSON: ${(error as SyntaxError).message}`);
  }
}

const skippedFolders = /^(?:node_modules|dist|build|out|coverage|tests?|__tests__|\..*)$/;
const maxDepth = 4;

function listFiles(root: string, folder: string, depth: number): readonly string[] {
  return entriesIn(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return skippedFolders.test(entry.name) || depth >= maxDepth ? [] : listFiles(root, path, depth + 1);
    }
    return [relative(root, path).split(sep).join('/')];
  });
}

/** The entries of a folder; none if it may not be read. */
function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isUnreadable(error)) return [];
    throw error;
  }
}

const commonNames = ['app', 'server', 'index', 'main'];

function findSource(folder: string, files: readonly string[], creation: RegExp): App['source'] {
  const rank = (path: string): number => {
    const index = commonNames.indexOf(path.replace(/^.*\//, '').replace(/\..*$/, ''));
    return (index < 0 ? commonNames.length : index) + 10 * path.split('/').length;
  };
  const candidates = files
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path) && !/\.(?:test|spec|config|d)\./.test(path))
    .sort((path, other) => rank(path) - rank(other));
  for (const path of candidates) {
    const text = readFileSync(join(folder, path), 'utf8');
    if (creation.test(text)) return { path, text };
  }
  return undefined;
}
