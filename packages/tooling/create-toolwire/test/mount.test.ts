import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { text as readText } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createHere, folderWith, fromSource, program, runNode } from './create.ts';

const manifest = (host: string, more: object = {}): string =>
  `${JSON.stringify({ name: 'app', dependencies: { [host]: '*' }, ...more }, null, 4)}\n`;
const asModule = { type: 'module' };

/** Requests the tools and a page of the app, once it listens, and exits. */
const asking = `
const ask = async (port) => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ request: { tool_id: 'Calculator.Add', input: { a: 10, b: 5 } } });
  const answer = await fetch(\`http://127.0.0.1:\${port}/ai/tools/call\`, { method: 'POST', headers, body });
  const page = await fetch(\`http://127.0.0.1:\${port}/\`);
  console.log(JSON.stringify([(await answer.json()).result.value, await page.text()]));
  process.exit();
};`;

const express = `import express from 'express';

export const app = express();
app.get('/', (request, response) => response.send('as before'));
${asking}
const server = app.listen(0, () => ask(server.address().port));
`;

const apps: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'express, by import': { 'package.json': manifest('express', asModule), 'src/app.js': express },
  'express, by require and without semicolons': {
    'package.json': manifest('express'),
    'server.js': express
      .replace("import express from 'express';", 'const express = require("express")')
      .replace('export ', '')
      .replaceAll(';\n', '\n')
      .replaceAll("'", '"'),
  },
  koa: {
    'package.json': manifest('koa', asModule),
    'index.js': `import Koa from 'koa';
${asking}
const app = new Koa();
app.use((context) => { context.body = 'as before'; });
const server = app.listen(0, () => ask(server.address().port));
`,
  },
  fastify: {
    'package.json': manifest('fastify', asModule),
    'index.js': `import { fastify } from 'fastify';
${asking}
const app = fastify({
  logger: false,
});
app.get('/', async () => 'as before');
await app.listen({ port: 0 });
await ask(app.server.address().port);
`,
  },
  hono: {
    'package.json': manifest('hono', asModule),
    'index.js': `import { Hono } from 'hono';
const app = new Hono();
app.get('/', (context) => context.text('as before'));
globalThis.fetch = async (url, init) => app.fetch(new Request(url, init));
${asking}
await ask(80);
`,
  },
};

// It starts an app from the sources of the workspace, which takes a while.
const isStarted = process.env['TEST_SCOPE'] === 'all';
const alsoAnswers = isStarted ? ', which still serves its own pages' : '';

describe('npm create toolwire in an existing app', () => {
  it.each(Object.keys(apps))(`mounts tools in an app on %s${alsoAnswers}`, async (name) => {
    const files = apps[name] ?? {};
    const folder = folderWith(files, { isInstalled: true });
    const { code, stdout, stderr } = await createHere(folder, '--yes', '--no-install');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const entry = Object.keys(files).find((path) => path.endsWith('.js')) ?? '';
    // The shown change equals the written change: added lines, and no removed line.
    const shown = stdout.slice(stdout.indexOf(`--- ${entry}`), stdout.indexOf('Written.'));
    expect(shown.match(/^-(?!--)/gm)).toBeNull();
    expect(shown).toMatch(/^\+.*mountTools|^\+.*createFetchHandler/m);
    const before = (files[entry] ?? '').split('\n');
    expect(
      readFileSync(join(folder, entry), 'utf8')
        .split('\n')
        .filter((line) => before.includes(line)),
    ).toEqual(expect.arrayContaining(before));
    if (!isStarted) return;
    const answered = await runNode(folder, [entry]);
    expect(answered.stderr).toBe('');
    expect(JSON.parse(answered.stdout.split('\n').at(-2) ?? '')).toEqual([15, 'as before']);
  });

  it('mounts tools after the sign-in, so that `principal` can read the user, and before the routes', async () => {
    const text = `import express from 'express';
import session from 'express-session';

export const app = express();
app.use(
  session({ secret: 'a secret' }),
);
app.use(passport.session());
app.use(express.json());
app.use('/login', login);
app.get('/', (request, response) => response.send('as before'));
`;
    const folder = folderWith({ 'package.json': manifest('express', asModule), 'app.js': text });
    await createHere(folder, '--yes', '--no-install');
    const after = readFileSync(join(folder, 'app.js'), 'utf8');
    expect(after).toMatch(
      /^app\.use\(passport\.session\(\)\);\n\n(?:\/\/.*\n)+app\.use\('\/ai', mountTools\(tools\)\);\n/m,
    );
    expect(after).toContain('mountTools(tools, { principal: (request) => ({ id: request.user.id }) })');
  });

  it('adds the imports before the app is created, if more imports follow', async () => {
    const text = `'use strict';
const express = require('express');
const app = express();
const routes = require('./routes');

app.use(routes);
`;
    const folder = folderWith({ 'package.json': manifest('express'), 'app.js': text });
    await createHere(folder, '--yes', '--no-install');
    const after = readFileSync(join(folder, 'app.js'), 'utf8');
    expect(after.replaceAll(/^\/\/.*\n/gm, '')).toBe(`'use strict';
const express = require('express');
const { mountTools } = require('@toolwire/express');
const { tools } = require('./tools.js');
const app = express();

app.use('/ai', mountTools(tools));
const routes = require('./routes');

app.use(routes);
`);
  });

  it.each([
    ["const tools = require('./lib');", '{ tools: aiTools } = require(', {}],
    ["import { tools } from './lib.js';", 'import { tools as aiTools } from', asModule],
  ])('uses another name in a file with %s', async (declaration, imported, type) => {
    const text = `${declaration}\n\nconst app = express();\n`;
    const folder = folderWith({ 'package.json': manifest('express', type), 'app.js': text });
    await createHere(folder, '--yes', '--no-install');
    const after = readFileSync(join(folder, 'app.js'), 'utf8');
    expect(after).toContain(imported);
    expect(after).toContain("\napp.use('/ai', mountTools(aiTools));");
  });

  it('changes only the dependencies in the package.json', async () => {
    const folder = folderWith(apps['koa'] ?? {});
    await createHere(folder, '--yes', '--no-install');
    const text = readFileSync(join(folder, 'package.json'), 'utf8');
    expect(text).toMatch(/^\{\n {4}"name": "app",\n {4}"dependencies": \{\n {8}"@toolwire\/koa": "\^/);
    expect(JSON.parse(text)).toMatchObject({ type: 'module', dependencies: { koa: '*', 'koa-mount': '^4.2.0' } });
    expect(text.endsWith('}\n')).toBe(true);
  });

  it(`adds a route to a Next.js app${isStarted ? ', which calls the tools' : ''}`, async () => {
    const folder = folderWith(
      { 'package.json': manifest('next', { devDependencies: { typescript: '*' } }), 'src/app/page.tsx': '' },
      { isInstalled: true },
    );
    const { code } = await createHere(folder, '--yes', '--no-install', '--path', '/api/ai');
    expect(code).toBe(0);
    const route = 'src/app/api/ai/[...path]/route.ts';
    const again = await createHere(folder, '--dry-run', '--path', '/api/ai');
    expect(again).toMatchObject({ code: 2, stderr: `create-toolwire: ${route} already exists.\n` });
    // Without `--all`, no app is started.
    if (!isStarted) return;
    const asked = `
import { POST } from './${route}';
const body = JSON.stringify({ request: { tool_id: 'Calculator.Add', input: { a: 10, b: 5 } } });
const headers = { 'content-type': 'application/json' };
const answer = await POST(new Request('http://localhost/api/ai/tools/call', { method: 'POST', headers, body }));
console.log((await answer.json()).result.value);`;
    writeFileSync(join(folder, 'ask.mjs'), asked);
    const { stdout } = await runNode(folder, ['ask.mjs']);
    expect(stdout).toBe('15\n');
  });

  it('shows the change and writes nothing in a dry run, nor over an existing file', async () => {
    const folder = folderWith({
      ...apps['koa'],
      'tools.js': 'mine',
      'ai-tools.js': 'mine',
      'toolwire-tools.js': 'mine',
    });
    const { code, stderr } = await createHere(folder, '--dry-run');
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('tools.js, ai-tools.js') as unknown,
    });
    const free = folderWith(apps['koa'] ?? {});
    const dry = await createHere(free, '--dry-run');
    expect(dry.stdout).toContain("+app.use(mount('/ai', mountTools(tools)));");
    expect(dry.code).toBe(0);
    expect(existsSync(join(free, 'tools.js'))).toBe(false);
  });

  it.each([
    ['tsx', "import { Page } from './page.tsx';", 'ts', './tools.ts'],
    ['tsx', "import { Page } from './page.js';", 'ts', './tools.js'],
    ['tsx', "import { Page } from './page';", 'ts', './tools'],
    ['tsx', '', 'ts', './tools.js'],
    ['jsx', "import { Page } from './page.jsx';", 'js', './tools.js'],
    ['jsx', "import pages from './pages.json' with { type: 'json' };", 'js', './tools.js'],
    ['js', "import { legacy } from './legacy.cjs';", 'js', './tools.js'],
  ])('mounts tools in an app in a .%s file with %j', async (extension, line, added, imported) => {
    const app = `import { Hono } from 'hono';\n${line}\nconst app = new Hono();\napp.get('/', (context) => context.html(<p />));\n`;
    const folder = folderWith({ 'package.json': manifest('hono', asModule), [`src/index.${extension}`]: app });
    const { code, stderr } = await createHere(folder, '--yes', '--no-install');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(readFileSync(join(folder, `src/index.${extension}`), 'utf8')).toContain(`from '${imported}';`);
    expect(existsSync(join(folder, `src/tools.${added}`))).toBe(true);
  });

  it('imports nothing twice', async () => {
    const text = "import Koa from 'koa';\nimport mount from 'koa-mount';\nconst app = new Koa();\n";
    const folder = folderWith({ 'package.json': manifest('koa', asModule), 'index.js': text });
    await createHere(folder, '--yes', '--no-install');
    expect(readFileSync(join(folder, 'index.js'), 'utf8').match(/^import .*$/gm)).toEqual([
      "import Koa from 'koa';",
      "import mount from 'koa-mount';",
      "import { mountTools } from '@toolwire/koa';",
      "import { tools } from './tools.js';",
    ]);
  });

  it('writes nothing into an app that has tools', async () => {
    const folder = folderWith(apps['koa'] ?? {});
    await createHere(folder, '--yes', '--no-install');
    const { code, stderr } = await createHere(folder, '--yes', '--no-install');
    expect(code).toBe(2);
    expect(stderr).toContain('index.js uses @toolwire/koa already.');
  });

  it("shows what to add by hand if it can't find where the app is created", async () => {
    const folder = folderWith({ 'package.json': manifest('express'), 'index.js': 'require("./made-elsewhere")()' });
    const { code, stderr } = await createHere(folder, '--yes');
    expect(code).toBe(2);
    expect(stderr).toContain("app.use('/ai', mountTools(tools));");
  });
});

it('keeps the line endings of Windows', async () => {
  const files = { 'package.json': manifest('express', asModule), 'src/app.js': express };
  const windows = Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]),
  );
  const folder = folderWith(windows);
  expect(await createHere(folder, '--yes', '--no-install')).toMatchObject({ code: 0 });
  for (const path of Object.keys(files)) {
    const text = readFileSync(join(folder, path), 'utf8');
    expect(text).toContain('toolwire');
    expect(text).not.toMatch(/(?<!\r)\n/);
  }
});

it('keeps the byte order mark of a package.json', async () => {
  const files = { 'package.json': `\uFEFF${manifest('express', asModule)}`, 'src/app.js': express };
  const folder = folderWith(files);
  expect(await createHere(folder, '--yes', '--no-install')).toMatchObject({ code: 0, stderr: '' });
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).toMatch(/^\uFEFF\{[^\uFEFF]*"toolwire"/);
});

// The superuser can read every folder.
it.skipIf(process.getuid?.() === 0)('skips a folder that it cannot read', async () => {
  const files = { 'package.json': manifest('express', asModule), 'src/app.js': express, 'data/log.txt': '' };
  const folder = folderWith(files);
  chmodSync(join(folder, 'data'), 0);
  const { code, stderr } = await createHere(folder, '--dry-run');
  chmodSync(join(folder, 'data'), 0o700);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

it.each(['null', '[]', '{"dependencies":null}'])(
  'reports that the package.json %s has no framework',
  async (content) => {
    const { code, stderr } = await createHere(folderWith({ 'package.json': content }), '--yes');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('does not depend on express') as unknown,
    });
  },
);

it('names the package for NestJS, also in an app that depends on express', async () => {
  const content = JSON.stringify({ dependencies: { '@nestjs/core': '^11.0.0', express: '^5.0.0' } });
  const { code, stderr } = await createHere(folderWith({ 'package.json': content }), '--yes');
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining(
      'This is an app of NestJS. Install @toolwire/nest and follow its README',
    ) as unknown,
  });
});

it('ends quietly if the reader of its output has left', async () => {
  const child = spawn(process.execPath, [...fromSource, program, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const [errors, closed] = await Promise.all([readText(child.stderr), once(child, 'close')]);
  expect({ code: closed[0] as unknown, errors }).toEqual({ code: 0, errors: '' });
});
