// Runs every check, even after one has failed, and ends with a summary. `npm run check -- lint types` runs only these two,
// `npm run check -- format lint packages/core` looks at one folder only. A check that passed is not run again until a file that
// it reads changes; `CI=true npm run check` runs all of them.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { listFiles, root } from './packages.mjs';
import { cacheFolder, contentKey, openPassedCache } from './passed-cache.mjs';
import { run } from './run.mjs';

/**
 * A step that compiles a project, and reads again only what changed.
 * @param {string} compiler The folder of its package.
 * @param {string} project
 * @returns {[string, ...string[]]}
 */
function compile(compiler, project) {
  const info = `${cacheFolder}/${`${compiler}-${project}`.replaceAll(/[^\w.-]/g, '-')}.tsbuildinfo`;
  return ['node', `node_modules/${compiler}/bin/tsc`, '-p', project, '--incremental', '--tsBuildInfoFile', info];
}

/** Files that a check of code doesn't read. */
const prose = /\.md$|^\.changeset\//;

/** @type {[string, ...string[]]} */
const build = ['turbo', 'run', 'build', '--output-logs=errors-only'];

const asked = process.argv.slice(2);
// A slash tells a folder from the check of the same name: `examples` is a check, and `./examples` a folder.
const folders = asked.filter((argument) => argument.includes('/') && existsSync(join(root, argument)));
const wanted = asked.filter((argument) => !folders.includes(argument));

/**
 * Each check: its name, and the steps that must all exit with 0. `takesFolders`: it can look at some folders only. `readsBuild`: it
 * reads `dist`, if only that of an example, so the packages are built first. `ignores`: files that it doesn't read.
 * @type {{ name: string, steps: [program: string, ...args: string[]][], takesFolders?: true, readsBuild?: true, ignores?: RegExp }[]}
 */
const checks = [
  { name: 'format', takesFolders: true, steps: [['biome', 'check', ...folders]] },
  {
    name: 'lint',
    takesFolders: true,
    readsBuild: true,
    ignores: prose,
    steps: [['oxlint', '--type-aware', '--deny-warnings', '--report-unused-disable-directives', ...folders]],
  },
  {
    name: 'layers',
    steps: [
      ['node', 'scripts/check-layers.mjs'],
      ['turbo', 'boundaries'],
    ],
  },
  {
    name: 'types',
    readsBuild: true,
    ignores: prose,
    steps: ['tsconfig.json', 'tsconfig.portable.json', 'tsconfig.loose-types.json', 'scripts'].map((project) =>
      compile('@typescript/native', project),
    ),
  },
  // The compiler that most users have: what it cannot read, their editors cannot read either.
  { name: 'types-ts6', readsBuild: true, ignores: prose, steps: [compile('typescript', 'tsconfig.json')] },
  // And the oldest that is promised: what types refuse and take, and not how we write them.
  { name: 'types-ts5', ignores: prose, steps: [compile('typescript59', 'tsconfig.type-tests.json')] },
  {
    name: 'unused',
    readsBuild: true,
    ignores: prose,
    steps: [['knip', '--cache', '--cache-location', `${cacheFolder}/knip`]],
  },
  { name: 'skeleton', steps: [['node', 'scripts/check-skeleton.mjs']] },
  { name: 'packed', readsBuild: true, steps: [['node', 'scripts/check-packed.mjs']] },
  {
    name: 'sizes',
    readsBuild: true,
    ignores: prose,
    steps: [['size-limit'], ['node', 'scripts/check-first-loads.mjs']],
  },
  { name: 'examples', steps: [['node', 'scripts/check-examples.mjs']] },
  { name: 'exports', steps: [['node', 'scripts/check-exports.mjs']] },
  { name: 'state', ignores: prose, steps: [['node', 'scripts/check-state.mjs']] },
  { name: 'text', steps: [['node', 'scripts/check-text.mjs']] },
  { name: 'words', steps: [['node', 'scripts/check-words.mjs']] },
];

const unknown = wanted.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(`Unknown check or folder '${unknown[0]}'. Checks: ${checks.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
const chosen = checks.filter(({ name, takesFolders }) =>
  wanted.length > 0 ? wanted.includes(name) : folders.length === 0 || takesFolders === true,
);
const unscoped = chosen.find(({ takesFolders }) => folders.length > 0 && takesFolders !== true);
if (unscoped !== undefined) {
  console.error(`The check '${unscoped.name}' always looks at the whole workspace. Leave out ${folders.join(' ')}.`);
  process.exit(1);
}

mkdirSync(join(root, cacheFolder), { recursive: true });
const cache = openPassedCache('passed.json');
const files = listFiles();
/** @type {{ name: string, passed: boolean }[]} */
const results = [];
/** @type {ReturnType<typeof run> | undefined} */
let building;

/** @param {typeof checks[number]} check */
async function runCheck({ name, steps, readsBuild, ignores }) {
  const started = performance.now();
  const entry = [name, ...folders].join(' ');
  const key = contentKey(
    files.filter((path) => ignores?.test(path) !== true),
    steps,
  );
  if (cache.has(entry, key)) {
    results.push({ name, passed: true });
    console.log(`ok     ${name.padEnd(10)} unchanged`);
    return;
  }
  const ended = readsBuild === true ? [{ step: build, ...(await buildOnce()) }] : [];
  for (const step of steps) ended.push({ step, ...(await runStep(step)) });
  const failures = ended.filter(({ code }) => code !== 0);
  for (const { step, code, output } of failures) {
    console.log(`\n── ${name}: ${step.join(' ')} (exit code ${code})\n${output.trimEnd()}\n`);
  }
  const passed = failures.length === 0;
  if (passed) cache.add(entry, key);
  results.push({ name, passed });
  console.log(
    `${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(10)} ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
}

/** @param {typeof build} step */
function runStep([program, ...args]) {
  return run(program, args);
}

function buildOnce() {
  building ??= runStep(build);
  return building;
}

// Most checks keep one processor busy.
const waiting = [...chosen];
const lanes = Array.from({ length: Math.min(2, availableParallelism()) }, async () => {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) await runCheck(check);
});
await Promise.all(lanes);

const failed = results.filter(({ passed }) => !passed).map(({ name }) => name);
console.log(
  failed.length > 0
    ? `\n${failed.length} of ${results.length} checks failed: ${failed.join(', ')}`
    : `\nAll ${results.length} checks passed.`,
);
// `.ci/run` reads the failed checks from this file.
const reportFile = process.env['CHECK_REPORT'];
if (reportFile) writeFileSync(reportFile, failed.join('\n'));
process.exitCode = failed.length > 0 ? 1 : 0;
