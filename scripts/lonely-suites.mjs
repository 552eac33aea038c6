// Prints the suites of `tests` that measure memory or times and so run alone, one a line: `"toolwire": { "tests": "alone" }` in a package.json.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, root } from './packages.mjs';

for (const name of readdirSync(join(root, 'tests'))) {
  const manifest = `tests/${name}/package.json`;
  if (existsSync(join(root, manifest)) && readJson(manifest).toolwire?.tests === 'alone') console.log(`tests/${name}`);
}
