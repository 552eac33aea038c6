import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The root of the workspace. */
export const root: string = resolve(import.meta.dirname, '../../..');

/** The package manager of the workspace, as `npx` takes it. */
export function packageManager(): string {
  return readManifest<{ readonly packageManager: string }>(root).packageManager;
}

/** Reads the package.json of a folder. */
export function readManifest<Manifest>(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
