// Adds up what `totals-reporter.mjs` wrote: `test-totals.mjs <folder> <report>...`, each a `<report>.json` of the folder.
// The lines of FAILED_STEPS name what else has failed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { totals } from './totals.mjs';

const [folder = '.', ...names] = process.argv.slice(2);
const legs = names.map((name) => {
  const path = join(folder, `${name}.json`);
  return { name, report: existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined };
});
const failedSteps = (process.env['FAILED_STEPS'] ?? '').split('\n').filter(Boolean);

const { text, passed, failed } = totals(legs, failedSteps);
console.log(text);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
