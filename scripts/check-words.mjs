// Compares the text of the project with the style guide: `word-rules.mjs` holds the words and their cures. Only errors fail.
// `node scripts/check-words.mjs docs/tools.md packages/core` shows all findings below these paths, `--count` totals by area.
import process from 'node:process';
import { listFiles, readText } from './packages.mjs';
import { report } from './report.mjs';
import { findWords } from './word-rules.mjs';

/**
 * The paths of each area that still hold words to replace. An area without a line is checked as a whole. Take a path out once its
 * count is 0.
 * @type {Readonly<Partial<Record<import('./word-rules.mjs').Area, RegExp>>>}
 */
const unclean = {
  comments:
    /^(?:scripts|site|vitest\.|packages\/(?:core|inspector|internal|server|toolwire|hosts|protocols|tooling|concerns\/(?:auth|idempotency|limits|log|sign-in|tasks|validate)|stores\/(?:artifacts|postgres|redis|tasks-sqlite)))\b/,
  messages: /^(?:scripts|site|packages\/(?:inspector|tooling|concerns\/[\w-]+\/src\/contract))\//,
};

/** Not ours: texts of other authors and generated files. Not about software: the code of conduct. The rules name all the words. */
const ignored =
  /CHANGELOG|LICENSE|\/(?:golden|generated|schemas)\/|\/conformance\/src\/requirements\/|^docs\/internals\/(?:exports|security-proofs)|^CODE_OF|\/?word-rules/;

const args = process.argv.slice(2);
const paths = args.filter((argument) => !argument.startsWith('--'));
const files = listFiles().filter((path) => /\.(?:md|tsx?|m[jt]s)$/.test(path) && !ignored.test(path));
const chosen = files.filter((path) => paths.length === 0 || paths.some((start) => path.startsWith(start)));
const findings = chosen.flatMap((path) => findWords(path, readText(path)).map((finding) => ({ path, ...finding })));

if (args.includes('--count')) printTotals();
else {
  const isDue = (/** @type {typeof findings[number]} */ { path, area, isError }) =>
    paths.length > 0 || (isError && unclean[area]?.test(path) !== true);
  const lines = findings
    .filter(isDue)
    .map(({ path, line, words, cure, isError }) => `${path}:${line} ${isError ? '' : 'warning: '}“${words}” → ${cure}`);
  report(lines, `${chosen.length} files`);
}

function printTotals() {
  const rows = new Map();
  for (const { area, isError } of findings) {
    const { errors, warnings } = rows.get(area) ?? { errors: 0, warnings: 0 };
    rows.set(area, { errors: errors + Number(isError), warnings: warnings + Number(!isError) });
  }
  console.table(Object.fromEntries(rows));
}
