import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file of a build that says which version of the package it is of: programs and packages have that version inside. */
export const versionFile = 'version.txt';

/**
 * Writes the version of a package next to what is built of it.
 * @param {string} version
 * @returns {import('tsdown').Rolldown.Plugin}
 */
export function versionPlugin(version) {
  return {
    name: 'toolwire-version',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: versionFile, source: `${version}\n` });
    },
  };
}

/**
 * Why a package must not be published: its build is of another version than its manifest. `undefined` where both agree.
 * @param {{ readonly name: string, readonly version?: string }} manifest
 * @param {string | undefined} built The text of the version file.
 */
export function builtVersionProblem({ name, version }, built) {
  if (built?.trim() === version) return undefined;
  const what = built === undefined ? 'is not built' : `was built as ${built.trim()}`;
  return `${name} ${version} ${what}: build after versioning (node scripts/workspace.mjs build), then publish`;
}

/**
 * The problems of all packages that are published.
 * @param {string} root
 * @param {readonly string[]} folders
 */
export function builtVersionProblems(root, folders) {
  return folders.flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    if (manifest.private === true) return [];
    const path = join(root, folder, 'dist', versionFile);
    return builtVersionProblem(manifest, existsSync(path) ? readFileSync(path, 'utf8') : undefined) ?? [];
  });
}
