// Prints the suites of `tests` that say so in their package.json, one a line: `node scripts/own-suites.mjs alone` those with
// `"toolwire": { "tests": "alone" }`, which measure memory or times; `… beside` those that mostly wait. It ends with 1 where
// there is none, and needs nothing installed: `.ci/run` asks before anything is.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { root } from './package-folders.mjs';

const suites = readdirSync(join(root, 'tests'))
  .map((name) => ({ suite: `tests/${name}`, manifest: join(root, 'tests', name, 'package.json') }))
  .filter(({ manifest }) => existsSync(manifest))
  .filter(({ manifest }) => JSON.parse(readFileSync(manifest, 'utf8')).toolwire?.tests === process.argv[2])
  .map(({ suite }) => suite);

for (const suite of suites) console.log(suite);
process.exitCode = suites.length > 0 ? 0 : 1;
