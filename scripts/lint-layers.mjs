import { isDeepStrictEqual } from 'node:util';
import { nodeFolders, sourcesOf } from './layer-table.mjs';

/** @typedef {{ files: readonly string[], excludeFiles?: readonly string[], rules?: Record<string, unknown> }} Override */

/**
 * Holds the patterns of the linter's `no-restricted-imports` against the layers: first what knows no Node, then the concerns, which know
 * nothing of toolwire either.
 * @param {{ overrides: readonly Override[] }} lint The settings of the linter.
 * @param {readonly string[]} portable The source folders that tsconfig.portable.json checks without Node's types.
 * @returns {import('./layers.mjs').Violation[]}
 */
export function checkLint({ overrides }, portable) {
  const found = overrides
    .filter(({ rules }) => rules?.['no-restricted-imports'] !== undefined)
    .map(({ files, excludeFiles }) => ({ files, excludeFiles }));
  const excludeFiles = nodeFolders.map((folder) => `${folder}/**`);
  const wanted = [portable, [sourcesOf('concerns')]].map((sources) => ({
    files: sources.map((pattern) => `${pattern}/**/*.ts`),
    excludeFiles,
  }));
  if (isDeepStrictEqual(found, wanted)) return [];
  const message = `"no-restricted-imports" should hold for ${wanted.map((one) => JSON.stringify(one)).join(', then for ')}`;
  return [{ rule: 'not-linted', at: '.oxlintrc.json', message }];
}
