// Prints the arguments for `npm test` that run every test which the change since a commit can reach, one a line:
// `node scripts/affected-tests.mjs origin/main`. turbo finds the packages that depend on a changed package.
import process from 'node:process';
import { packageFolders } from './package-folders.mjs';
import { listFiles, readJson, readText } from './packages.mjs';
import { reachedTests } from './reached-folders.mjs';
import { run } from './run.mjs';

const [base = 'origin/main'] = process.argv.slice(2);
process.env['TURBO_SCM_BASE'] = base;

const changed = (await outputOf('git', 'diff', '--name-only', `${base}...HEAD`)).split('\n').filter(Boolean);
const { packages } = JSON.parse(await outputOf('turbo', 'ls', '--affected', '--output=json'));
const files = listFiles();
const manifests = files.filter((path) => /^(?:examples|tests)\/[^/]+\/package\.json$/.test(path));
const folders = [...packageFolders(), ...manifests.map((path) => path.slice(0, -'/package.json'.length)), 'benchmarks'];
const isTest = (/** @type {string} */ folder) => files.some((path) => path.startsWith(`${folder}/test/`));
const skipped = ['alone', 'beside', 'asked'];

const reached = reachedTests(changed, {
  folders,
  affected: packages.items.map((/** @type {{ path: string }} */ { path }) => path).filter(isTest),
  skipped: manifests
    .filter((path) => skipped.includes(readJson(path).toolwire?.tests))
    .map((path) => path.slice(0, -'/package.json'.length)),
  tests: files
    .filter((path) => /^(?:examples|tests|packages)\/.*\.ts$/.test(path) && /\/(?:test|src)\//.test(path))
    .filter((path) => path.startsWith('tests/') || path.includes('/test/'))
    .map((path) => ({ path, text: readText(path) })),
});
console.log(reached.join('\n'));

/**
 * @param {string} program
 * @param {readonly string[]} args
 */
async function outputOf(program, ...args) {
  const { code, output } = await run(program, args);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${output}`);
  // turbo prints a notice before its JSON.
  return program === 'turbo' ? output.slice(output.indexOf('\n{')) : output;
}
