// Adds up vitest's JSON reports and ends with one line that a program can read: `N passed, N failed`.
// Usage: test-totals.mjs <folder> <report>...; FAILED_STEPS counts what else has failed, so that the line never says 0 then.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const [folder = '.', ...names] = process.argv.slice(2);
let passed = 0;
let failed = 0;

for (const name of names) {
  const path = join(folder, `${name}.json`);
  if (!existsSync(path)) {
    console.log(`${name}: the tests have not run`);
    failed += 1;
    continue;
  }
  const { success, numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(path, 'utf8'));
  console.log(`${name}: ${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`);
  passed += numPassedTests;
  // A file that could not be loaded fails the run, and no test of it.
  failed += Math.max(numFailedTests, success ? 0 : 1);
}

failed = Math.max(failed, Number(process.env['FAILED_STEPS'] ?? 0));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
