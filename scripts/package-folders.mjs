import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The root of the workspace. */
export const root = resolve(import.meta.dirname, '..');

/** The folders with a package in them, such as `packages/core`: those of `packages` itself, and those of its layers. */
export function packageFolders() {
  const isPackage = (/** @type {string} */ folder) => existsSync(join(root, folder, 'package.json'));
  const inside = (/** @type {string} */ folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  return inside('packages')
    .flatMap((folder) => (isPackage(folder) ? [folder] : inside(folder)))
    .filter(isPackage);
}
