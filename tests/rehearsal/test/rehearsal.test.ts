import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createGround } from '@toolwire/consumers/ground';
import { publishedNames } from '@toolwire/consumers/pack-workspace';
import { installByNpm, writeFiles } from '@toolwire/consumers/project';
import { outputOf, run } from '@toolwire/consumers/run';
import { aloneSuite } from '@toolwire/consumers/suites/alone';
import { appSuite } from '@toolwire/consumers/suites/app';
import { entriesSuite } from '@toolwire/consumers/suites/entries';
import { hostsSuite } from '@toolwire/consumers/suites/hosts';
import { jestSuite } from '@toolwire/consumers/suites/jest';
import { toolwireSuite } from '@toolwire/consumers/suites/toolwire';
import { typeScriptSuite } from '@toolwire/consumers/suites/typescript';
import { workerSuite } from '@toolwire/consumers/suites/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemsOf } from '../src/inspect.ts';
import { versionOf, versionsIn } from '../src/installed.ts';
import { followReadme } from '../src/quickstart.ts';
import { type Registry, startRegistry } from '../src/registry.ts';
import { change, release } from '../src/release.ts';
import { copyWorkspace } from '../src/scratch.ts';

const names = publishedNames();
const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];

describe('a release', { timeout: 3_600_000 }, () => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toolwire-rehearsal-'));
  const copy = join(folder, 'workspace');
  const before = { ...process.env };
  let registry: Registry | undefined;
  let first = '';
  const ground = createGround(() => Promise.resolve(Object.fromEntries(names.map((name) => [name, first]))));

  beforeAll(async () => {
    registry = await startRegistry(join(folder, 'registry'));
    Object.assign(process.env, registry.environment);
    await copyWorkspace(copy);
    await release(copy);
    first = (JSON.parse(readFileSync(join(copy, 'packages/toolwire/package.json'), 'utf8')) as { version: string })
      .version;
  }, 3_600_000);

  afterAll(async () => {
    await registry?.stop();
    for (const name of Object.keys(registry?.environment ?? {})) delete process.env[name];
    Object.assign(process.env, before);
    ground.remove();
    rmSync(folder, { recursive: true, force: true });
  }, 3_600_000);

  describe('a separate installation', () => {
    const alone = (name: string): Promise<string> =>
      installByNpm(join(folder, 'alone', name), { [name]: 'latest' }, {});

    it.concurrent.each(names)('of %s has its files, entries, exports, dependencies and a license', async (name) => {
      expect(await problemsOf(await alone(name), name)).toEqual([]);
    });

    describe('a package is rejected', () => {
      const broken: Readonly<Record<string, readonly [breakIt: (project: string) => void, problem: RegExp]>> = {
        'a file': [
          (project) => rmSync(join(project, 'node_modules/@toolwire/fetch/dist/index.d.cts')),
          /^lacks \.\/dist\/index\.d\.cts$/,
        ],
        'an export': [
          (project) => writeFileSync(join(project, 'node_modules/@toolwire/fetch/dist/index.js'), 'export {};'),
          /^@toolwire\/fetch does not export \w+$/,
        ],
        'a dependency': [
          (project) => rmSync(join(project, 'node_modules/@toolwire/core'), { recursive: true }),
          /^@toolwire\/fetch needs @toolwire\/core, which is not installed$/,
        ],
        'a licence': [(project) => rmSync(join(project, 'node_modules/@toolwire/fetch/LICENSE')), /^lacks LICENSE$/],
      };

      it.each(Object.entries(broken))('that lacks %s', async (what, [breakIt, problem]) => {
        const project = join(folder, `lacks ${what}`);
        // It has a dependency, as the concerns have not: their libraries are in their own files.
        cpSync(await installByNpm(join(folder, 'whole'), { '@toolwire/fetch': 'latest' }, {}), project, {
          recursive: true,
        });
        expect(await problemsOf(project, '@toolwire/fetch')).toEqual([]);
        breakIt(project);
        expect(await problemsOf(project, '@toolwire/fetch')).toContainEqual(expect.stringMatching(problem));
      });
    });
  });

  describe('an installation by users', () => {
    aloneSuite(ground);
    toolwireSuite(ground);
    entriesSuite(ground);
    hostsSuite(ground);
    appSuite(ground);
    jestSuite(ground);
    typeScriptSuite(ground);
    workerSuite(ground);
  });

  it('works for a new user who follows the README', async () => {
    expect(await followReadme(join(folder, 'readme'))).toMatchObject({ result: { success: true, value: 15 } });
  });

  it('creates a project with npm create toolwire, whose tests and types pass', async () => {
    writeFiles(join(folder, 'create'), { 'package.json': '{ "private": true }' });
    await outputOf('npm', ['create', '--yes', 'toolwire@latest', 'my-tools', '--', '--yes'], join(folder, 'create'));
    const project = join(folder, 'create/my-tools');
    await outputOf('npm', ['test'], project);
    await outputOf('npm', ['run', 'typecheck'], project);
    expect(versionOf(project, 'toolwire')).toBe(first);
  });

  it('is upgraded: a patch with npm update, a breaking release on request, each with one copy of every package', async () => {
    const project = join(folder, 'upgraded');
    const upgradable = ['toolwire', '@toolwire/express', '@toolwire/trace', '@toolwire/redis', '@toolwire/inspector'];
    const ranges = Object.fromEntries(upgradable.map((name) => [name, `^${first}`]));
    await installByNpm(project, { ...ranges, express: '^5.0.0' }, {});
    writeFiles(project, { 'app.mjs': app });
    expect(await outputOf('node', ['app.mjs'], project)).toBe('15\n');

    change(copy, 'patch', ['@toolwire/core']);
    await release(copy);
    await outputOf('npm', ['update', ...quietly], project);
    const patched = await versionsIn(project);
    expect(patched['@toolwire/core']).toEqual([first.replace(/\d+$/, (patch) => String(Number(patch) + 1))]);
    expect(twice(patched)).toEqual([]);
    expect(await outputOf('node', ['app.mjs'], project)).toBe('15\n');

    // Below 1.0.0 a minor release may break.
    const [major = 0, minor = 0] = first.split('.').map(Number);
    change(copy, major === 0 ? 'minor' : 'major', ['@toolwire/core']);
    await release(copy);
    await outputOf('npm', ['update', ...quietly], project);
    expect(await versionsIn(project)).toEqual(patched);
    await outputOf('npm', ['install', ...upgradable.map((name) => `${name}@latest`), ...quietly], project);
    const upgraded = await versionsIn(project);
    const next = major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`;
    for (const name of [...upgradable, '@toolwire/core']) expect(upgraded[name]).toEqual([next]);
    expect(twice(upgraded)).toEqual([]);
    expect(await outputOf('node', ['app.mjs'], project)).toBe('15\n');
  });

  it('reports at startup that only the server was upgraded, and not its adapter', async () => {
    const project = join(folder, 'mixed');
    // The release that breaks is out since the test before.
    const dependencies = { toolwire: 'latest', '@toolwire/express': `^${first}`, express: '^5.0.0' };
    await installByNpm(project, dependencies, {});
    const tool = "{ id: 'Test.Ping', version: '1.0.0', description: 'Answers.', run: () => 'pong' }";
    const imports =
      "import { mountTools } from '@toolwire/express';\nimport { defineTool, toolwire } from 'toolwire';\n";
    writeFiles(project, { 'main.mjs': `${imports}mountTools(toolwire({ tools: [defineTool(${tool})] }));\n` });
    expect((await run('node', ['main.mjs'], project)).stderr).toMatch(/The adapter uses release .*TW_MIXED_RELEASES/);
  });
});

/** An app with every package that is upgraded, which calls its own tool over HTTP. */
const app = `
import { mountTools } from '@toolwire/express';
import { createRedisIdempotencyStore } from '@toolwire/redis';
import { traced } from '@toolwire/trace';
import express from 'express';
import { defineTool, toolwire } from 'toolwire';

const number = { type: 'number', description: 'A number.' };
const add = defineTool({
  id: 'Calculator.Add', version: '1.0.0', description: 'Adds two numbers.',
  input: { type: 'object', properties: { a: number, b: number }, required: ['a', 'b'] },
  run: ({ a, b }) => a + b,
});
for (const part of [createRedisIdempotencyStore, traced]) if (typeof part !== 'function') throw new Error('A part is not there.');
const tools = toolwire({ tools: [add], inspector: true });
const server = express().use('/ai', mountTools(tools)).listen(0, '127.0.0.1', async () => {
  const url = 'http://127.0.0.1:' + server.address().port + '/ai';
  const page = await fetch(url + '/inspector');
  if (page.status !== 200) throw new Error('The inspector answers ' + page.status);
  const body = JSON.stringify({ request: { tool_id: 'Calculator.Add', input: { a: 10, b: 5 } } });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url + '/tools/call', { method: 'POST', headers, body });
  console.log((await answer.json()).result.value);
  process.exit();
});
`;

function twice(versions: Readonly<Record<string, readonly string[]>>): readonly string[] {
  return Object.keys(versions).filter((name) => versions[name]?.length !== 1);
}
