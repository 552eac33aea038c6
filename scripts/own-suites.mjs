// Prints the suites of `tests` that say so in their package.json, one a line: `node scripts/own-suites.mjs alone` those with
// `"toolwire": { "tests": "alone" }`, which measure memory or times; `… beside` those that mostly wait.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { readJson, root } from './packages.mjs';

for (const name of readdirSync(join(root, 'tests'))) {
  const manifest = `tests/${name}/package.json`;
  const kind = existsSync(join(root, manifest)) ? readJson(manifest).toolwire?.tests : undefined;
  if (kind === process.argv[2]) console.log(`tests/${name}`);
}
