// Holds what every package exports against docs/exports.md; asks a sentence and a use for each name, and of each option a sentence and that it may be undefined.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { listFiles, readPackages, readText, root } from './packages.mjs';
import { findPublicExports, listExports } from './public-exports.mjs';
import { report } from './report.mjs';

const page = join(root, 'docs/exports.md');
const exports = findPublicExports(readPackages());
const list = listExports(exports);
if (process.argv.includes('--write')) writeFileSync(page, list);

const used = usedWords();
report(
  [
    ...(readFileSync(page, 'utf8') === list
      ? []
      : [
          'docs/exports.md is not what is exported: run `node scripts/check-exports.mjs --write`, and look at what changed',
        ]),
    ...exports
      .filter(({ isDocumented }) => !isDocumented)
      .map(({ entry, name }) => `${entry} exports '${name}' without a sentence that says what it is`),
    ...exports.flatMap(({ entry, name, silentOptions }) =>
      silentOptions.map((option) => `${entry}: '${option}' of '${name}' has no sentence that says what it does`),
    ),
    ...exports.flatMap(({ entry, name, strictOptions }) =>
      strictOptions.map((option) => `${entry}: '${option}' of '${name}' may be left out, so let it be undefined too`),
    ),
    ...exports
      .filter(({ name, isType }) => !isType && !used.has(name))
      .map(({ entry, name }) => `${entry} exports '${name}', which no test, example or README uses`),
  ],
  `${exports.length} exports`,
);

/** The words of all that shows how something is used. */
function usedWords() {
  const shows = (/** @type {string} */ path) =>
    /^(?:tests|examples|benchmarks)\/.*\.m?ts$|\/test\/.*\.ts$|README\.md$|^docs\/(?!exports\.md)/.test(path);
  return new Set(
    listFiles()
      .filter(shows)
      .flatMap((path) => readText(path).match(/[A-Za-z_$][\w$]*/g) ?? []),
  );
}
