import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import process from 'node:process';
import { usageError } from '../cli-error.ts';

export interface Entry {
  /** The absolute path. */
  readonly file: string;
  /** The path relative to the working folder. */
  readonly name: string;
  /** The folder of its package, or its own folder without a package. */
  readonly root: string;
  readonly hasPackage: boolean;
  readonly isTypeScript: boolean;
}

const names = ['server', 'index', 'app', 'main'];
const extensions = ['ts', 'mts', 'js', 'mjs', 'cjs'];
const defaultFiles = ['.', 'src'].flatMap((folder) =>
  names.flatMap((name) => extensions.map((extension) => join(folder, `${name}.${extension}`))),
);

export function findEntry(operand: string | undefined): Entry {
  const path = operand ?? defaultFiles.find((candidate) => existsSync(candidate));
  if (path === undefined) {
    throw usageError('No server found (server.ts, src/server.ts, index.js, …). Pass the file: toolwire dev FILE');
  }
  const file = resolve(path);
  if (!existsSync(file)) throw usageError(`File not found: ${path}`);
  if (!/\.[cm]?[jt]sx?$/.test(file)) throw usageError(`${path} must be a JavaScript or TypeScript file.`);
  const withPackage = folderWithPackage(dirname(file));
  return {
    file,
    name: relative(process.cwd(), file),
    root: withPackage ?? dirname(file),
    hasPackage: withPackage !== undefined,
    isTypeScript: /\.[cm]?tsx?$/.test(file),
  };
}

function folderWithPackage(folder: string): string | undefined {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : folderWithPackage(parent);
}
