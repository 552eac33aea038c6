import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { locateError } from '../src/dev/locate-error.ts';

const lines = [
  "import { MongoClient } from 'mongodb';",
  "import { db } from './db.ts';",
  "import { sql } from './sql/db.ts';",
  "import { driver } from 'mongodb-driver/src';",
  "import { schema } from './schema.js';",
  "import json from './schema.json' with { type: 'json' };",
  "import { missing } from 'foo/missing.js';",
  "import { cache } from '#lib/cache.js';",
  "import { view } from './view.js';",
  "import { queue } from '#queue';",
  "import { gone } from './gone.js?v=1';",
  "import { panel } from './panel.js';",
  "import { pool } from '@/lib/pool';",
  "import { log } from '~/lib/log';",
];

function unresolvedAlias(specifier: string): string {
  return `The import '${specifier}' can't be resolved. Check that its file exists, and that 'paths' in tsconfig.json has its alias.`;
}

it.each([
  ["module '/project/db.ts'", 2, "The imported file './db.ts' does not exist."],
  ["module '/project/sql/db.ts'", 3, "The imported file './sql/db.ts' does not exist."],
  ["module '/project/other.ts'", undefined, "The imported file 'other.ts' does not exist."],
  ["module '/project/schema.json'", 6, "The imported file './schema.json' does not exist."],
  ["module '/project/node_modules/foo/missing.js'", 7, "The imported file 'foo/missing.js' does not exist."],
  ["module '/project/src/lib/cache.ts'", 8, "The imported file '#lib/cache.js' does not exist."],
  ["module '/project/view.ts'", 9, "The imported file './view.js' does not exist."],
  ["module '/project/view.json'", undefined, "The imported file 'view.json' does not exist."],
  ["module '/project/src/queue.ts'", 10, "The imported file '#queue' does not exist."],
  ["module '/project/adapters/mongodb.js'", undefined, "The imported file 'mongodb.js' does not exist."],
  ["module '/project/gone.js'", 11, "The imported file './gone.js?v=1' does not exist."],
  ["module '/project/panel.tsx'", 12, "The imported file './panel.js' does not exist."],
  ["package 'mongodb'", 1, "Package 'mongodb' is not installed. Run: npm install mongodb"],
  ["package 'mongodb-driver'", 4, "Package 'mongodb-driver' is not installed. Run: npm install mongodb-driver"],
  ["package 'db'", undefined, "Package 'db' is not installed. Run: npm install db"],
  ["package '@/lib'", 13, unresolvedAlias('@/lib/pool')],
  ["package '~'", 14, unresolvedAlias('~/lib/log')],
  ["package '@/other'", undefined, unresolvedAlias('@/other')],
])('a missing %s is found on line %s', async (what, line, message) => {
  const root = await mkdtemp(join(tmpdir(), 'toolwire-missing-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const file = join(root, 'main.ts');
  await writeFile(file, lines.join('\n'));
  const name = what.replace(/\/project\/([^']+)/, (_path, inner: string) => join(root, inner));
  const location = relative(process.cwd(), file);
  const crash = {
    message: `Cannot find ${name} imported from ${pathToFileURL(file).href}`,
    code: 'ERR_MODULE_NOT_FOUND',
    help: undefined,
    stacks: [],
    output: '',
  };
  expect(locateError(crash, root)).toEqual({
    location: line === undefined ? location : `${location}:${line}`,
    message,
  });
});

it.each([
  ['typescript/nope', 2, "The imported file 'typescript/nope' does not exist."],
  ['typescript', 1, "Package 'typescript' is not installed. Run: npm install typescript"],
  ['no-such-package/nope', 3, "Package 'no-such-package' is not installed. Run: npm install no-such-package"],
  ['@/lib/pool', 4, unresolvedAlias('@/lib/pool')],
])('a missing module %s of CommonJS is found on line %s', async (name, line, message) => {
  const root = await mkdtemp(join(tmpdir(), 'toolwire-missing-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'node_modules/typescript'), { recursive: true });
  const file = join(root, 'main.cjs');
  const names = ['typescript', 'typescript/nope', 'no-such-package/nope', '@/lib/pool'];
  await writeFile(file, names.map((each) => `require('${each}');`).join('\n'));
  const crash = {
    message: `Cannot find module '${name}'\nRequire stack:\n- ${file}`,
    code: 'MODULE_NOT_FOUND',
    help: undefined,
    stacks: [],
    output: '',
  };
  expect(locateError(crash, root)).toEqual({ location: `${relative(process.cwd(), file)}:${line}`, message });
});
