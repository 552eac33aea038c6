import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, parse, resolve } from 'node:path';
import { isModuleNotFound } from '@toolwire/internal';
import type { Crash } from './crash.ts';
import { formatLocation, type LocatedError, toPath } from './error-location.ts';

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
    const found = findImport(file, (specifier) => packageNameOf(specifier) === packageName);
    return {
      location: formatLocation(file, found?.line),
      message: `Package '${packageName}' is not installed. Run: npm install ${packageName}`,
    };
  }
  const found = findImport(file, (specifier) => isImportOf(target, specifier, file));
  return {
    location: formatLocation(file, found?.line),
    message: `The imported file '${found?.specifier ?? basename(target)}' does not exist.`,
  };
}

function packageNameOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Whether a relative specifier leads to a file. The extension may differ, because TypeScript files can be imported as `.js`. */
function isImportOf(target: string, specifier: string, file: string): boolean {
  return specifier.startsWith('.') && withoutExtension(resolve(dirname(file), specifier)) === withoutExtension(target);
}

function withoutExtension(path: string): string {
  const { dir, name } = parse(path);
  return resolve(dir, name);
}

/** The first import of a file whose specifier matches. */
function findImport(
  file: string,
  matches: (specifier: string) => boolean,
): { readonly line: number; readonly specifier: string } | undefined {
  if (!existsSync(file)) return undefined;
  for (const [index, text] of readFileSync(file, 'utf8').split('\n').entries()) {
    const specifier = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"]([^'"]+)['"]/.exec(text)?.[1];
    if (specifier !== undefined && matches(specifier)) return { line: index + 1, specifier };
  }
  return undefined;
}
