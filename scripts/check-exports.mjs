// Compares the exports of all packages with docs/internals/exports.md. Each function and option needs a comment and an example, and options may be undefined.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { readPackages, root } from './packages.mjs';
import { findExamples } from './public-examples.mjs';
import { findPublicExports, listExports } from './public-exports.mjs';
import { report } from './report.mjs';

const page = join(root, 'docs/internals/exports.md');
const packages = readPackages();
const { program, lacking, looked } = findExamples(packages, { firstOnly: true });
const exports = findPublicExports(packages, program);
const list = listExports(exports);
if (process.argv.includes('--write')) writeFileSync(page, list);

report(
  [
    ...(readFileSync(page, 'utf8') === list
      ? []
      : [
          'docs/internals/exports.md is not what is exported: run `node scripts/check-exports.mjs --write`, and look at what changed',
        ]),
    ...exports
      .filter(({ isFunction, isDocumented }) => isFunction && !isDocumented)
      .map(({ entry, name }) => `${entry} exports the function '${name}' without a sentence that says what it does`),
    ...exports.flatMap(({ entry, name, silentOptions }) =>
      silentOptions.map((option) => `${entry}: '${option}' of '${name}' has no sentence that says what it does`),
    ),
    ...exports.flatMap(({ entry, name, strictOptions }) =>
      strictOptions.map((option) => `${entry}: '${option}' of '${name}' may be left out, so let it be undefined too`),
    ),
    ...lacking,
  ],
  looked,
);
