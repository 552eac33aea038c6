import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, parse, resolve } from 'node:path';
import { isModuleNotFound } from '@toolwire/internal';
import type { Crash } from './crash-report.ts';
import { formatLocation, type LocatedError, toPath } from './source-location.ts';

/** Finds the import of a file or package that does not exist. */
export function locateMissingModule(crash: Crash): LocatedError | undefined {
  if (!isModuleNotFound(crash)) return undefined;
  const { message } = crash;
  const [, name = ''] = /Cannot find (?:module|package) '([^']+)'/.exec(message) ?? [];
  const [, from = ''] = /(?:imported from |Require stack:\n- )(.+)/.exec(message) ?? [];
  const file = toPath(from);
  if (name === '' || file === undefined) return undefined;
  const target = toPath(name) ?? (name.startsWith('.') ? resolve(dirname(file), name) : undefined);
  if (target === undefined) {
    const packageName = packageNameOf(name);
    // CommonJS names the whole specifier, and import only its package.
    const found =
      findImport(file, (specifier) => specifier === name) ??
      findImport(file, (specifier) => packageNameOf(specifier) === packageName);
    return { location: formatLocation(file, found?.line), message: explainBareImport(found?.specifier ?? name, file) };
  }
  const found = findImportOf(target, file);
  return {
    location: formatLocation(file, found?.line),
    message: `The imported file '${found?.specifier ?? basename(target)}' does not exist.`,
  };
}

function explainBareImport(specifier: string, file: string): string {
  if (isAlias(specifier)) {
    return `The import '${specifier}' can't be resolved. Check that its file exists, and that 'paths' in tsconfig.json has its alias.`;
  }
  const packageName = packageNameOf(specifier);
  // A package whose folder is empty must be installed again.
  return specifier !== packageName && isInstalled(packageName, file)
    ? `The imported file '${specifier}' does not exist.`
    : `Package '${packageName}' is not installed. Run: npm install ${packageName}`;
}

function isInstalled(packageName: string, file: string): boolean {
  const folders = createRequire(file).resolve.paths(packageName) ?? [];
  return folders.some((folder) => existsSync(join(folder, packageName)));
}

function packageNameOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

type Import = { readonly line: number; readonly specifier: string };

/** The import that leads to a missing file. An exact path comes first, because another import may differ only in its extension. */
function findImportOf(target: string, file: string): Import | undefined {
  const pathOf = (specifier: string): string => resolve(dirname(file), specifier.replace(/[?#].*$/, ''));
  const isRelative = (specifier: string): boolean => specifier.startsWith('.');
  return (
    findImport(file, (specifier) =>
      isRelative(specifier) ? pathOf(specifier) === target : target.endsWith(join('/node_modules', specifier)),
    ) ??
    findImport(file, (specifier) => isRelative(specifier) && isSameModule(pathOf(specifier), target)) ??
    // The path of an alias such as '#lib/db.js' is unknown.
    findImport(file, (specifier) => isAlias(specifier) && basename(specifier) === basename(target)) ??
    findImport(file, (specifier) => isAlias(specifier) && aliasName(specifier) === parse(target).name)
  );
}

/** Whether two paths differ at most in their extensions, because TypeScript files can be imported as `.js` or without one. */
function isSameModule(path: string, target: string): boolean {
  const [left, right] = [moduleParts(path), moduleParts(target)];
  const isSameKind = left.kind === right.kind || left.kind === '' || right.kind === '';
  return left.path === right.path && isSameKind;
}

/** A path without the extension of a module, and the extension in JavaScript. */
function moduleParts(path: string): { readonly path: string; readonly kind: string } {
  const [extension = ''] = /\.[cm]?[jt]sx?$/.exec(path) ?? [];
  return { path: path.slice(0, path.length - extension.length), kind: extension.replace('t', 'j').replace('x', '') };
}

/** Whether a specifier can stand for a file of the project: `imports` of package.json, or a common alias of TypeScript. */
function isAlias(specifier: string): boolean {
  return /^(?:#|[@~]\/|~$)/.test(specifier);
}

function aliasName(specifier: string): string {
  return parse(specifier.replace(/^#/, '')).name;
}

function findImport(file: string, matches: (specifier: string) => boolean): Import | undefined {
  if (!existsSync(file)) return undefined;
  for (const [index, text] of readFileSync(file, 'utf8').split('\n').entries()) {
    const specifier = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"]([^'"]+)['"]/.exec(text)?.[1];
    if (specifier !== undefined && matches(specifier)) return { line: index + 1, specifier };
  }
  return undefined;
}
