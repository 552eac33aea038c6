import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planProject } from '../src/plan-project.ts';
import { ranges } from '../src/templates.ts';
import { create, createHere, folderWith } from './create.ts';

describe('npm create toolwire', () => {
  it('shows the planned files, and writes nothing', async () => {
    const above = folderWith({});
    const { code, stdout } = await createHere(join(above, 'my-tools'), '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\+ src\/server\.ts, new, \d+ lines$/m);
    expect(stdout).toMatch(/^\+ \.gitignore, new, 1 line$/m);
    expect(existsSync(join(above, 'my-tools'))).toBe(false);
  });

  it('prints its usage', async () => {
    const { code, stdout } = await create(folderWith({}), '--help');
    expect(code).toBe(0);
    expect(stdout).toContain('Examples:\n  npm create toolwire@latest my-tools\n');
  });

  it.each([
    [['my-tools'], 'Not an interactive terminal. Pass --yes'],
    [['one', 'two', '--yes'], 'create-toolwire accepts one folder.'],
    [['--yess'], "Unknown option '--yess'"],
    [['--yes', '--path', 'ai'], "--path must be a path such as /ai, got 'ai'."],
    [['--path', 'ai'], "--path must be a path such as /ai, got 'ai'."],
    [['my-tools', '--yes', '--path', '/ai'], '--path works only in an existing app.'],
    [['--yes', 'full'], 'full exists and is not an empty folder.'],
    [['--yes', 'full/a.txt'], 'a.txt exists and is not an empty folder.'],
    [['--yes', 'broken'], 'The package.json here is not valid JSON'],
    [['--yes', '--js', 'app'], '--js works only in a new project.'],
    [['--yes', 'alien'], 'does not depend on express, koa, fastify, hono or next'],
  ])('ends %j with 2 and a reason, and writes nothing', async (typed, said) => {
    const folder = folderWith({
      'full/a.txt': '',
      'alien/package.json': '{}',
      'broken/package.json': '{',
      'app/package.json': '{"dependencies":{"koa":"*"}}',
    });
    const [first = '', ...rest] = typed.map((word) => (/^-|^\/?ai$/.test(word) ? word : join(folder, word)));
    const { code, stdout, stderr } = await createHere(first, ...rest);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(said);
    expect(existsSync(join(folder, 'my-tools'))).toBe(false);
  });

  it('ends the process with 2 without a terminal', async () => {
    const { code, stdout, stderr } = await create(folderWith({}));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Pass --yes to write');
  });

  it('lets new code depend on the versions of the workspace', () => {
    const pins = readFileSync(new URL('../../../../pnpm-workspace.yaml', import.meta.url), 'utf8');
    for (const [name, range] of Object.entries(ranges)) {
      expect(pins).toMatch(new RegExp(`^ +'?${name}'?: \\^?${range.replace('^', '').replaceAll('.', '\\.')}$`, 'm'));
    }
  });
});

it('connects Claude with a name that it accepts', () => {
  const { connect } = planProject({ name: '@acme/tools.v2', isTypeScript: true });
  expect(connect).toBe('claude mcp add -t http acme-tools-v2 http://127.0.0.1:3000/mcp');
});
