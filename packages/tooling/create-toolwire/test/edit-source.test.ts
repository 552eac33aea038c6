import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { editSource, hasImport } from '../src/edit-source.ts';
import { createHere } from './create.ts';

test.each([
  ['brackets in a string', "app.use(session({\n  secret: 'x)})',\n  name: 'sid',\n}));"],
  ['a semicolon in a string', "app.use(\n  session({ secret: ');' }),\n);"],
  ['an escaped quote', "app.use(session({\n  secret: 'it\\'s )})',\n  name: `)${1}`,\n}));"],
  ['brackets in comments', 'app.use(session({ // :))\n  /* }) */\n  resave: false,\n}));'],
  ['regular expressions', 'app.use(auth({ max: 8 / 2 }).unless({\n  path: [/^\\/public\\//, /[)/\\]]{2}/i],\n}));'],
])('lines are added after the whole statement of a sign-in with %s', (_what, signIn) => {
  const text = `import express from 'express';\n\nconst app = express();\n${signIn}\napp.listen(3000);\n`;
  const edited = editSource(text, true, /^const (\w+) = express\(/m, [], (app) => [`${app}.use(added);`]);
  expect(edited).toContain(`${signIn}\n\napp.use(added);\napp.listen(3000);`);
});

test.each([
  ['a line comment', 'const app = new Koa()\n  // parse\n  .use(bodyParser())\n  .use(router.routes());'],
  ['comments without a semicolon', 'const app = new Koa()\n\n  /* a.b\n */ // parse\n  .use(bodyParser())'],
  ['a comment before a comment', 'const app = new Koa()\n  // one\n  // two\n  .use(bodyParser());'],
])('lines are added after the whole statement of an app whose chained calls follow %s', (_what, creation) => {
  const text = `import Koa from 'koa';\n\n${creation}\n// start\napp.listen(3000);\n`;
  const edited = editSource(text, true, /^const (\w+) = new Koa\b/m, [], (app) => [`${app}.use(added);`]);
  expect(edited).toContain(`${creation}\n\napp.use(added);\n// start\napp.listen(3000);`);
});

test.each([
  ['a plugin that is awaited', 'await app.register(authPlugin);'],
  ['a function', 'app.use((req, res, proceed) => requireAuth(req, res, proceed));'],
  ['a named function', 'app.use(function requireLogin(\n  req,\n  res,\n  next,\n) {\n  next();\n});'],
  ['a function of all arguments', 'app.use((...args) => requireAuth(...args));'],
  ['an import of CommonJS', 'app.use((0, auth_1.requireAuth)());'],
  ['an import() that is awaited', "app.use((await import('./auth.js')).default);"],
])('lines are added after a sign-in by %s', (_what, signIn) => {
  const text = `const app = express();\n${signIn}\n`;
  const edited = editSource(text, true, /^const (\w+) = express\(/m, [], () => ['added();']);
  expect(edited).toContain(`${signIn}\n\nadded();\n`);
});

test.each([
  ["import mount from 'koa-mount';", true],
  ['import mount from "koa-mount"', true],
  ["const mount = require('koa-mount');", true],
  ["import mount from 'koa+mount';", false],
  ["// import mount from 'koa-mount';", false],
])('%s imports the same names: %s', (line, isImport) => {
  expect(hasImport(`#!/usr/bin/env node\n${line}\n`, { names: 'mount', from: 'koa-mount' })).toBe(isImport);
});

test.each([
  ['an argument of several lines', "const logger = require('pino')({\n  level: 'info',\n});"],
  ['chained methods', "const config = require('dotenv')\n  .config();"],
  ['several declarations', "const cors = require('cors'), // for browsers\n  helmet = require('helmet');"],
  ['a comment', "const cors = require('cors'); // for browsers"],
])('a require() is added after the whole statement of the last require() with %s', (_what, statement) => {
  const text = `const express = require('express');\n${statement}\n\nconst app = express();\n`;
  const added = { names: '{ tools }', from: './tools.js' };
  const edited = editSource(text, false, /^const (\w+) = express\(/m, [added], (app) => [`${app}.use(tools);`]);
  expect(edited).toContain(`${statement}\nconst { tools } = require('./tools.js');\n\nconst app = express();`);
});

test.each(['// the app', '/* the app */'])(
  'lines are added below a comment on the line of the statement: %s',
  (comment) => {
    const text = `import express from 'express';\n\nconst app = express(); ${comment}\napp.listen(3000);\n`;
    const edited = editSource(text, true, /^const (\w+) = express\(/m, [], (app) => [`${app}.use(added);`]);
    expect(edited).toContain(`const app = express(); ${comment}\n\napp.use(added);\napp.listen(3000);`);
  },
);

test('an import is added below the comment after the last import', () => {
  const text = "import express from 'express'; // the app\n\nconst app = express();\n";
  const added = { names: '{ tools }', from: './tools.js' };
  const edited = editSource(text, true, /^const (\w+) = express\(/m, [added], (app) => [`${app}.use(tools);`]);
  expect(edited).toContain(
    "import express from 'express'; // the app\nimport { tools } from './tools.js';\n\nconst app",
  );
});

test('an import is added below the last import, not below a string that looks like the end of one', () => {
  const text = "import 'dotenv/config';\n\n// The port is from 'env'.\nconst app = express();\n";
  const added = { names: '{ tools }', from: './tools.js' };
  const edited = editSource(text, true, /^const (\w+) = express\(/m, [added], (app) => [`${app}.use(tools);`]);
  expect(edited).toContain("import 'dotenv/config';\nimport { tools } from './tools.js';\n\n// The port");
});

test('an import is added below the `#!` the `#!` line of a file without imports', () => {
  const text = '#!/usr/bin/env node\nconst app = express();\n';
  const added = { names: '{ tools }', from: './tools.js' };
  const edited = editSource(text, true, /^const (\w+) = express\(/m, [added], (app) => [`${app}.use(tools);`]);
  expect(edited).toBe(
    "#!/usr/bin/env node\nimport { tools } from './tools.js';\n\nconst app = express();\n\napp.use(tools);\n",
  );
});

test('an error of the file system is a message, and a folder with a space is quoted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'create-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'file'), '');
  const { code, stderr } = await createHere(join(folder, 'file', 'app'), '--yes', '--no-install');
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^create-toolwire: E/)]);
  const made = await createHere(join(folder, 'my tools'), '--yes', '--no-install');
  expect(made.stdout).toMatch(/\n *1\. cd "[^"\n]*my tools"\n/);
});
