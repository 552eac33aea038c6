// Runs every check, even after one has failed, and ends with a summary. `npm run check -- lint types` runs only those two.
import { writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { run } from './run.mjs';

const types = 'node_modules/@typescript/native/bin/tsc';

/**
 * Each check: its name, and the steps that must all end with 0.
 * @type {{ name: string, steps: [program: string, ...args: string[]][] }[]}
 */
const checks = [
  { name: 'format', steps: [['biome', 'check']] },
  { name: 'lint', steps: [['oxlint', '--type-aware', '--deny-warnings', '--report-unused-disable-directives']] },
  {
    name: 'layers',
    steps: [
      ['node', 'scripts/check-layers.mjs'],
      ['turbo', 'boundaries'],
    ],
  },
  {
    name: 'types',
    steps: [
      ['node', types, '-p', 'tsconfig.json'],
      ['node', types, '-p', 'tsconfig.portable.json'],
      ['node', types, '-p', 'scripts'],
    ],
  },
  // The compiler that most users have: what it cannot read, their editors cannot read either.
  { name: 'types-ts6', steps: [['node', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.json']] },
  // And the oldest that is promised: what types refuse and take, and not how we write them.
  { name: 'types-ts5', steps: [['node', 'node_modules/typescript59/bin/tsc', '-p', 'tsconfig.type-tests.json']] },
  { name: 'unused', steps: [['knip']] },
  { name: 'skeleton', steps: [['node', 'scripts/check-skeleton.mjs']] },
  { name: 'packed', steps: [['node', 'scripts/check-packed.mjs']] },
  { name: 'sizes', steps: [['size-limit'], ['node', 'scripts/check-first-loads.mjs']] },
  { name: 'examples', steps: [['node', 'scripts/check-examples.mjs']] },
  { name: 'exports', steps: [['node', 'scripts/check-exports.mjs']] },
  { name: 'state', steps: [['node', 'scripts/check-state.mjs']] },
  { name: 'text', steps: [['node', 'scripts/check-text.mjs']] },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(`There is no check '${unknown[0]}'. Use some of: ${checks.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}

const results = [];
for (const { name, steps } of checks.filter((check) => wanted.length === 0 || wanted.includes(check.name))) {
  const started = performance.now();
  let passed = true;
  for (const [program, ...args] of steps) {
    const { code, output } = await run(program, args);
    if (code === 0) continue;
    passed = false;
    console.log(`\n── ${name}: ${[program, ...args].join(' ')} (exit code ${code})\n${output.trimEnd()}\n`);
  }
  results.push({ name, passed });
  console.log(
    `${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(10)} ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
}

const failed = results.filter(({ passed }) => !passed).map(({ name }) => name);
console.log(
  failed.length > 0
    ? `\n${failed.length} of ${results.length} checks failed: ${failed.join(', ')}`
    : `\nAll ${results.length} checks passed.`,
);
// For who says at the end of a longer run what has failed.
const reportFile = process.env['CHECK_REPORT'];
if (reportFile) writeFileSync(reportFile, failed.join('\n'));
process.exitCode = failed.length > 0 ? 1 : 0;
