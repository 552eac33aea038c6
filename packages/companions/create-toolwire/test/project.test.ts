import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { ranges } from '../src/versions.ts';
import { create, createHere, folderWith, fromSource, program, runNode } from './create.ts';

const modules = fileURLToPath(new URL('../node_modules', import.meta.url));

describe('npm create toolwire', () => {
  // What is written in the other language is the same with its types taken out: that it runs too is for `npm test -- --all`.
  it.each(
    (
      [
        ['TypeScript', [], 'ts'],
        ['JavaScript', ['--js'], 'js'],
      ] as const
    ).slice(0, process.env['TEST_SCOPE'] === 'all' ? 2 : 1),
  )('makes a project in %s whose own test passes', async (_language, flags, extension) => {
    const above = folderWith({});
    const made = await create(above, 'my-tools', '--yes', '--no-install', ...flags);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toContain('Next:\n  cd my-tools\n  npm install\n  npm run dev\n  curl -s ');
    const folder = join(above, 'my-tools');
    symlinkSync(modules, join(folder, 'node_modules'));
    const tested = await runNode(folder, ['--test', `test/add.test.${extension}`]);
    expect(tested.stdout).toMatch(/[#ℹ] pass 2\n[#ℹ] fail 0/);
    expect(tested.code).toBe(0);
  });

  it('shows what it would write, and writes nothing', async () => {
    const above = folderWith({});
    const { code, stdout } = await createHere(join(above, 'my-tools'), '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\+ src\/server\.ts, new, \d+ lines$/m);
    expect(existsSync(join(above, 'my-tools'))).toBe(false);
  });

  it('shows how to use it', async () => {
    const { code, stdout } = await create(folderWith({}), '--help');
    expect(code).toBe(0);
    expect(stdout).toContain('For example:\n  npm create toolwire@latest my-tools\n');
  });

  it.each([
    [['my-tools'], 'There is nobody to ask: give --yes'],
    [['one', 'two', '--yes'], 'create-toolwire takes one folder.'],
    [['--yess'], "Unknown option '--yess'"],
    [['--yes', '--path', 'ai'], "--path is a path such as /ai, not 'ai'."],
    [['--yes', 'full'], 'full is there, and not empty.'],
    [['--yes', 'alien'], 'names none of express, koa, fastify, hono and next'],
  ])('ends %j with 2, says why, and writes nothing', async (typed, said) => {
    const folder = folderWith({ 'full/a.txt': '', 'alien/package.json': '{}' });
    const [first = '', ...rest] = typed.map((word) => (/^-|^ai$/.test(word) ? word : join(folder, word)));
    const { code, stdout, stderr } = await createHere(first, ...rest);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(said);
    expect(existsSync(join(folder, 'my-tools'))).toBe(false);
  });

  it('ends the process with 2 where there is nobody to ask', async () => {
    const { code, stdout, stderr } = await create(folderWith({}));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('give --yes to write');
  });

  it('asks in a terminal, and makes what was agreed to', async () => {
    const folder = folderWith({});
    // A terminal of its own, in which every question is answered as suggested; it has no width until it is given one.
    const command = [process.execPath, ...fromSource, program, '--no-install'].map((word) => `'${word}'`).join(' ');
    const terminal = spawn('script', ['-qefc', `stty cols 100; ${command}`, '/dev/null'], { cwd: folder });
    let shown = '';
    terminal.stdout.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
    });
    for (const question of ['Name of the project', 'Language', 'Write this?']) {
      await vi.waitFor(() => expect(shown).toContain(question));
      terminal.stdin.write('\r');
    }
    const [code] = (await once(terminal, 'close')) as [number];
    expect(code).toBe(0);
    expect(existsSync(join(folder, 'my-tools/src/server.ts'))).toBe(true);
  });

  it('has new code depend on what the workspace is tested with', () => {
    const pins = readFileSync(new URL('../../../../pnpm-workspace.yaml', import.meta.url), 'utf8');
    for (const [name, range] of Object.entries(ranges)) {
      expect(pins).toMatch(new RegExp(`^ +'?${name}'?: \\^?${range.replace('^', '').replaceAll('.', '\\.')}$`, 'm'));
    }
  });
});
